"""Site-lighting photometry: footcandles, ordinance verdicts and iso-footcandle plans."""
