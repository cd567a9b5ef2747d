"""From a site file to everything that is handed in."""
