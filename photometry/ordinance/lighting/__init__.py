"""How lighting clauses are judged: light, sight lines, shielding and hours."""
