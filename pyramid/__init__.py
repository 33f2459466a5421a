"""Pyramid solitaire: a pure Python engine, and a table for it in the browser."""
