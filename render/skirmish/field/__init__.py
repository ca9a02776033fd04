"""The field in all its forms, with the latest actions and a legend."""
