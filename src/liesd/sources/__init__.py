"""f(x) and its derivatives: one file per place where they come from."""
