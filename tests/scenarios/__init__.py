"""The scenarios of the fact sheets, each a test whose name or id bears its number: `test_t011_…` or `T-030`."""
