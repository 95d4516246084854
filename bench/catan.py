"""Random playouts of catanatron with four players, in a process of its own."""

from catanatron import Color, Game, RandomPlayer

from bench.worker import serve

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
TURNS_LIMIT = 1000


def playout(games: int, seed: int) -> int:
    played = 0
    for number in range(seed, seed + games):
        game = Game([RandomPlayer(color) for color in COLORS], seed=number + 1)
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            played += 1
    return played


if __name__ == "__main__":
    serve(playout)
