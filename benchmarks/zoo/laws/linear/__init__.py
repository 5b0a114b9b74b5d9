"""All that the spec allows, or much of it: constants, multiples of the identity, linear maps."""
