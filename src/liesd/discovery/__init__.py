"""``discover`` and ``measure``, and what they give."""
