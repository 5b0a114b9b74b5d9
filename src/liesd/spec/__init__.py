"""What may move: actions of unknown algebras, and the language in which they are written."""
