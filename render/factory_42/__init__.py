"""Pictures of Factory 42."""
