"""How many directions are symmetries, and how sure that is."""
