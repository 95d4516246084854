"""What every game shares: the contract, codes, luck, decks, undo, the journal."""
