"""Atoll, and Hex among its boards."""
