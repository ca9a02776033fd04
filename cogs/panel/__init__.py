"""The private panel of one person: decide, ask, give orders ahead."""
