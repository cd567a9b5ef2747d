"""The plan for CAD: a DXF drawing in the site's own coordinates and unit."""
