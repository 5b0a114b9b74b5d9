"""What a symmetry means for dynamics: the quantity that it conserves."""
