"""A face-down deck with its discard pile."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.kernel.luck import Luck


@dataclass(slots=True)
class Deck:
    """The top card is the last of `cards`; `shuffles` gives each shuffle luck of its own."""

    name: str
    cards: list[str]
    discards: list[str]
    shuffles: int = 0

    def copy(self) -> "Deck":
        return Deck(self.name, self.cards[:], self.discards[:], self.shuffles)

    @property
    def is_spent(self) -> bool:
        return not self.cards and not self.discards

    def shuffle_in(self, cards: Iterable[str], luck: Luck) -> None:
        """Put cards into the deck and shuffle; they are sorted first, to forget their old order."""
        self.cards = sorted([*self.cards, *cards])
        luck.shuffle(self.cards, "deck", self.name, self.shuffles)
        self.shuffles += 1

    def draw_many(self, count: int, luck: Luck) -> list[str]:
        """Draw up to `count` cards; fewer when deck and discards run out."""
        if count == 1 and self.cards:
            return [self.cards.pop()]
        if count <= len(self.cards):
            return [self.cards.pop() for _ in range(count)]
        cards = (self.draw(luck) for _ in range(count))
        return [card for card in cards if card is not None]

    def draw(self, luck: Luck) -> str | None:
        if not self.cards:
            if not self.discards:
                return None
            pile, self.discards = self.discards, []
            self.shuffle_in(pile, luck)
        return self.cards.pop()
