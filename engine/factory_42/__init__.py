"""Factory 42: Overseers of a dwarven factory place meeples, haul cubes and fulfill orders."""
