"""A sixth set of hostile cases, by another author who saw neither the library nor a result."""
