"""``liesd suggest``, and ``liesd discover`` without a spec."""
