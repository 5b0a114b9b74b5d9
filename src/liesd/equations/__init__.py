"""The rows of C: made from samples, reduced, and solved."""
