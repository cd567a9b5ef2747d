"""What a luminaire file says: reading, ratings, notes. Knows nothing of sites or law."""
