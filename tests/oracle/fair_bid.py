"""The bid for the Greeks at which equal players win half the games: `python -m tests.oracle.fair_bid`.

Both sides are played by the hand-written player. A logistic curve over the bids is fitted to who won; a drawn game is
half a game won by each.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter

from tests.oracle.thermopylae import Game, Options
from tests.oracle.thermopylae_player import Player


def play(bid: int, seed: int) -> tuple[str, int]:
    """How a game ends, and how many Persians have fallen."""
    player = Player(random.Random(seed))
    game = player.game = Game(player, Options(bid=bid))
    _, ending = game.play()
    return ending, game.lost["persians"]


def fitted(shares: dict[int, tuple[float, int]]) -> tuple[float, float, float]:
    """The bid at which the Greeks win half, and its 95 % interval, from bid -> (games won, games)."""
    middle = sum(shares) / len(shares)
    a, b = 0.0, 0.0
    for _ in range(50):
        gradient, matrix = [0.0, 0.0], [[0.0, 0.0], [0.0, 0.0]]
        for bid, (won, games) in shares.items():
            x = bid - middle
            p = 1 / (1 + math.exp(-(a + b * x)))
            for i, u in enumerate((1.0, x)):
                gradient[i] += u * (won - games * p)
                for j, v in enumerate((1.0, x)):
                    matrix[i][j] += u * v * games * p * (1 - p)
        det = matrix[0][0] * matrix[1][1] - matrix[0][1] ** 2
        a += (matrix[1][1] * gradient[0] - matrix[0][1] * gradient[1]) / det
        b += (matrix[0][0] * gradient[1] - matrix[0][1] * gradient[0]) / det
    fair = -a / b
    # The delta method, for a ratio of the two coefficients.
    variance = (matrix[1][1] + 2 * fair * -matrix[0][1] + fair * fair * matrix[0][0]) / det / (b * b)
    half = 1.96 * math.sqrt(variance)
    return middle + fair, middle + fair - half, middle + fair + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games a bid")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bids", type=int, nargs="+", default=[16, 19, 22, 25, 28, 31, 34])
    options = parser.parse_args()
    shares: dict[int, tuple[float, int]] = {}
    for bid in options.bids:
        endings = Counter(play(bid, options.seed * 100_000 + n)[0] for n in range(options.games))
        won = endings["bid_reached"] + endings["stalemate"] / 2
        shares[bid] = (won, options.games)
        print(f"bid {bid}: Greeks {won / options.games:.1%}, {dict(endings)}", flush=True)
    fair, low, high = fitted(shares)
    print(f"fair bid {fair:.1f} [{low:.1f}, {high:.1f}]")


if __name__ == "__main__":
    main()
