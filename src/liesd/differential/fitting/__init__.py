"""The equation behind jets: its right side, fitted or given, and how it reads."""
