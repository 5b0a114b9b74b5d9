"""Data that is not a round cloud: subspaces, half-spaces, wedges, crowds, heavy tails."""
