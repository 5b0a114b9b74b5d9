"""Specs whose coordinates have names: columns of a table, and words that use them."""
