"""How many claims `possible` leaves undecided: ``python -m bench.undecided [HOW_MANY]``.

Tables of 30 to 100 observations of 3 to 5 classes, two to four measures with two or three decimals,
none, one or both margins. In half of the claims one value is moved by up to 20 units of its last
place, so that many of them are impossible.
"""

import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from ordref import possible
from ordref.catalogue import MEASURES

NAMES = [name for name, measure in MEASURES.items() if not measure.searches]
HOW_MANY = 300


def claims(
    seed: int = 0,
) -> Iterator[tuple[dict[str, str], int, int, dict[str, Any], bool]]:
    """Printed values, N, K, the known margins, and whether a value was moved."""
    rng = np.random.default_rng(seed)
    while True:
        K, N = int(rng.integers(3, 6)), int(rng.integers(30, 101))
        p = rng.dirichlet(np.ones(K * K)) + np.eye(K).ravel() / K
        cm = rng.multinomial(N, p / 2).reshape(K, K)
        names = rng.choice(NAMES, int(rng.integers(2, 5)), False)
        decimals = int(rng.integers(2, 4))
        values = {str(name): float(MEASURES[name](cm)) for name in names}
        values = {name: value for name, value in values.items() if value == value}
        if len(values) < 2:
            continue
        known, moved = int(rng.integers(3)), bool(rng.integers(2))
        units = int(rng.integers(1, 21)) * (1 if rng.integers(2) else -1)
        which = rng.choice(sorted(values))
        if moved:
            values[which] = round(values[which], decimals) + units * 10.0**-decimals
        printed = {name: f"{value:.{decimals}f}" for name, value in values.items()}
        margins = {
            "sizes": cm.sum(axis=1).tolist(),
            "predicted": cm.sum(axis=0).tolist(),
        }
        yield printed, N, K, dict([*margins.items()][:known]), moved


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else HOW_MANY
    verdicts: Counter[tuple[str, str]] = Counter()
    for printed, N, K, margins, moved in itertools.islice(claims(), times):
        answer = possible(printed, N, K, rounding="nearest", **margins)
        verdicts["one value moved" if moved else "true", answer.verdict] += 1
    for (claim, verdict), count in sorted(verdicts.items()):
        print(f"{claim:<16} {verdict:<10} {count:>4}")
    undecided = sum(n for (_, verdict), n in verdicts.items() if verdict == "undecided")
    print(f"undecided: {undecided / times:.1%}")
