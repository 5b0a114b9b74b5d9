"""Maps between things that transform: vectors, covectors, tensors in and out."""
