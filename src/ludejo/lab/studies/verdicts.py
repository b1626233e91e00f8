"""The verdicts of a study: a page in Markdown for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

import ludejo
from ludejo.games.phrases import Phrase, mark_text, phrase
from ludejo.lab.studies.deciding import Trial
from ludejo.lab.studies.sequential import OPEN, REFUTED, SUPPORTED
from ludejo.lab.studies.study import Study

WORDS = {SUPPORTED: mark_text("supported"), REFUTED: mark_text("refuted"), OPEN: mark_text("open")}

HEAD = (
    mark_text("Claim"), mark_text("Verdict"), mark_text("Figure"), "95 %", mark_text("Bound"), mark_text("Games"),
    mark_text("By"), mark_text("Variant"),
)  # fmt: skip


def line(trial: Trial) -> Phrase:
    """A verdict in a sentence."""
    claim, verdict = trial.claim, trial.verdict
    if verdict.games == 0:
        answer = WORDS[verdict.answer]
        return phrase("{verdict}: {claim}: no game that says anything on it", verdict=answer, claim=claim.text)
    told = {
        "verdict": WORDS[verdict.answer],
        "claim": claim.text,
        "mean": f"{100 * verdict.mean:.1f}",
        "low": f"{100 * verdict.low:.1f}",
        "high": f"{100 * verdict.high:.1f}",
        "games": verdict.games,
        "by": " – ".join(claim.by) if not claim.is_of_starts else claim.judge,
    }
    if verdict.answer == OPEN and verdict.needed:
        told["needed"] = max(verdict.needed, verdict.games + 1)
        return phrase(
            "{verdict}: {claim}: {mean} % ({low} to {high}) of {games} by {by}; about {needed} would settle it", **told
        )
    return phrase("{verdict}: {claim}: {mean} % ({low} to {high}) of {games} by {by}", **told)


def as_markdown(study: Study, trials: Sequence[Trial], command: str, say: Callable[[str], str] = str) -> str:
    """The page."""
    head = [say(text) for text in HEAD]
    rows = [f"# {study.title}", "", f"`{command}`, Ludejo {ludejo.__version__}", ""]
    rows += ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for trial in trials:
        claim, verdict = trial.claim, trial.verdict
        sign = ">" if claim.is_above else "<"
        answer = f"**{say(WORDS[verdict.answer])}**"
        if verdict.answer == OPEN and verdict.needed:
            answer += f" (≈ {max(verdict.needed, verdict.games + 1)})"
        variant = f"`{claim.spec}`" + (f" : `{claim.against}`" if claim.against else "")
        by = claim.judge if claim.is_of_starts else " – ".join(claim.by)
        figure, ends = f"{100 * verdict.mean:.1f} %", f"{100 * verdict.low:.1f} – {100 * verdict.high:.1f}"
        cells = [claim.text, answer, *((figure, ends) if verdict.games else ("–", "–"))]
        what = f"{claim.measure} ({claim.detail})" if claim.detail else claim.measure
        what = what.replace("|", "\\|")
        cells += [f"{what} {sign} {100 * claim.bound:g} %"]
        rows.append("| " + " | ".join([*cells, str(verdict.games), by, variant]) + " |")
    return "\n".join(rows) + "\n"


def as_json(study: Study, trials: Sequence[Trial]) -> str:
    """All of it."""
    claims = [{**asdict(trial.claim), "verdict": asdict(trial.verdict)} for trial in trials]
    document = {"title": study.title, "ludejo": ludejo.__version__, "claims": claims}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
