"""Where parts of a site come from besides the project file."""
