"""The field in all its forms, with what was done last and what its marks mean."""
