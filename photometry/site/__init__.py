"""What stands on the ground: project file, geometry, points. Knows nothing of law or pictures."""
