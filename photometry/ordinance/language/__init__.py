"""The condition language: its grammar, its values, its functions, and the rows it reads."""
