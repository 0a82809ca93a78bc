"""Two real classifiers on one test set: ``python -m bench.pair`` makes bench/pair.csv.

The data are SWD of skordinal: how social workers rated the risk to a thousand children, in four
classes. Two thirds train a logistic regression, which does not know of the order, and a
ridge regression of the class numbers, rounded, which takes them for a scale; the rest is the
test set. A line of the file is an observation of it.
"""

import csv
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import train_test_split
from skordinal.datasets import load_swd

FILE = Path(__file__).parent / "pair.csv"


def main() -> None:
    X, y = load_swd(return_X_y=True)
    classes, y = np.unique(np.asarray(y).astype(int), return_inverse=True)
    X = np.asarray(X, dtype=float)
    split = train_test_split(X, y + 1, test_size=1 / 3, random_state=0, stratify=y)
    train, test, t, true = split
    nominal = LogisticRegression(max_iter=1000).fit(train, t).predict(test)
    scale = Ridge().fit(train, t).predict(test)
    rounded = np.clip(np.rint(scale), 1, len(classes)).astype(int)
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["true", "logistic", "rounded"])
        writer.writerows(
            zip(true.tolist(), nominal.tolist(), rounded.tolist(), strict=True)
        )


if __name__ == "__main__":
    main()
