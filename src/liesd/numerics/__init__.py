"""Matrices and nothing else: QR, singular values, second moments."""
