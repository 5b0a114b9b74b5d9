"""Small smooth networks."""
