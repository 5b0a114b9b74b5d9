"""Jets of fields: points of their graphs with all derivatives there."""
