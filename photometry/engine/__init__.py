"""Light, numbers only: illuminance from luminaires at points."""
