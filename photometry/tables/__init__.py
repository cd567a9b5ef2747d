"""Rows only: what drawings, CSV, page and terminal all print."""
