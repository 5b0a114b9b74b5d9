"""Differential equations: fields and curves, their jets, the equation behind them."""
