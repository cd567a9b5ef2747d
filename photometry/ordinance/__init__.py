"""Law: rules as data, checks as pure functions, findings."""
