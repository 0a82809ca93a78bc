"""Two real forecasters on one test set: ``python -m bench.probabilities`` makes a CSV file.

The data and the split are those of `bench.pair`: how a thousand social workers rated risks
to a child, in four classes. The one is a logistic regression, the other naive Bayes with
normal densities. A line of the file is an observation of the test set: its class, and
what each gives the four classes, in millionths that sum to a million, none of them zero.
"""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from skordinal.datasets import load_swd

FILE = Path(__file__).parent / "probabilities.csv"
PARTS = 10**6


def whole(p: Any) -> Any:
    """Rows of whole numbers that sum to PARTS: the largest takes what rounding leaves."""
    parts = np.maximum(np.rint(p * PARTS), 1).astype(int)
    rows = np.arange(len(p))
    parts[rows, parts.argmax(axis=1)] += PARTS - parts.sum(axis=1)
    return parts


def main() -> None:
    X, y = load_swd(return_X_y=True)
    _, y = np.unique(np.asarray(y).astype(int), return_inverse=True)
    X = np.asarray(X, dtype=float)
    split = train_test_split(X, y + 1, test_size=1 / 3, random_state=0, stratify=y)
    train, test, t, true = split
    models = {
        "logistic": LogisticRegression(max_iter=1000),
        "bayes": GaussianNB(var_smoothing=1e-2),
    }
    given = [whole(m.fit(train, t).predict_proba(test)) for m in models.values()]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["true", *(f"{m}{k}" for m in models for k in (1, 2, 3, 4))])
        writer.writerows(np.column_stack([true, *given]).tolist())


if __name__ == "__main__":
    main()
