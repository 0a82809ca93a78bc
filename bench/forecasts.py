"""What other packages make of forecasts: ``python -m bench.forecasts`` makes bench/forecasts.json.

Run in an environment of its own that has properscoring, scores, dlordinal and scikit-learn,
which have requirements that ordref does not share. The file holds the forecasts, in 64ths,
the values, and the versions. A peer that knows only the score of one threshold is asked for
all of them, and its answers are added.
"""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "forecasts.json"
PACKAGES = ("properscoring", "scores", "dlordinal", "scikit-learn", "numpy")
SEED, N, K, PARTS = 20261122, 60, 5, 64


def forecasts() -> tuple[Any, Any]:
    """True classes 0, ..., K - 1, and the parts of 64 that each class was given."""
    rng = np.random.default_rng(SEED)
    shares = rng.dirichlet(np.ones(K), N)
    parts = np.array([rng.multinomial(PARTS, share) for share in shares])
    return rng.integers(0, K, N), parts


def values(y: Any, p: Any) -> dict[str, float]:
    """The values of the peers, by package and function."""
    import properscoring
    import xarray
    from dlordinal import metrics
    from scores.probability import brier_score

    at_most, within = p.cumsum(axis=1), y[:, None] <= np.arange(K)
    classes = np.broadcast_to(np.arange(K), p.shape)

    def scored(forecast: Any, outcome: Any) -> float:
        return float(
            brier_score(xarray.DataArray(forecast), xarray.DataArray(outcome * 1.0))
        )

    thresholds = range(K - 1)
    return {
        "properscoring crps_ensemble, weights": float(
            properscoring.crps_ensemble(y, classes, weights=p).mean()
        ),
        "properscoring brier_score, thresholds added": float(
            sum(
                properscoring.brier_score(
                    within[:, k], np.minimum(at_most[:, k], 1)
                ).mean()
                for k in thresholds
            )
        ),
        "scores brier_score, thresholds added": sum(
            scored(at_most[:, k], within[:, k]) for k in thresholds
        ),
        "scores brier_score, classes added": sum(
            scored(p[:, k], y == k) for k in range(K)
        ),
        "dlordinal ranked_probability_score": float(
            metrics.ranked_probability_score(y, p)
        ),
        "dlordinal amae": float(metrics.amae(y, p)),
    }


def main() -> None:
    y, parts = forecasts()
    found = {
        "versions": {name: version(name) for name in PACKAGES},
        "parts": PARTS,
        "y_true": y.tolist(),
        "forecasts": [" ".join(map(str, row)) for row in parts],
        "values": values(y, parts / PARTS),
    }
    text = json.dumps(found, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
