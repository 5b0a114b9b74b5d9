"""What is measured of directions, besides their defects."""
