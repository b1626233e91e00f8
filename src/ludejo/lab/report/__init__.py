"""The report on a run: one HTML file that asks for nothing outside itself, with JSON and CSV beside it.

words (what measures are called and mean) · numbers (figures as people read them) · summary (eight lines, warnings) ·
charts, maps (SVG) · page (HTML) · writing (the files).
"""
