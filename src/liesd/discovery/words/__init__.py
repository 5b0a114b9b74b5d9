"""What a discovery says in words."""
