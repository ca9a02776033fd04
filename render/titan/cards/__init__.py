"""Pages of their own: creatures, terrains, hands, stacks, results and great moments."""
