"""Drawings in plotted inches. The only room that knows matplotlib."""
