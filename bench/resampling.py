"""Time of 9,999 resamples, beside scipy's bootstrap: ``python -m bench.resampling``."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ordref
from ordref.catalogue import MEASURES
from ordref.instruments.uncertainty.sample import Sample

B, SEED = 9999, 0


def best(call: Callable[[], Any], times: int = 7) -> float:
    """Seconds of the processor, the best of several calls."""
    found = []
    for _ in range(times):
        start = time.process_time()
        call()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    cm = ordref.data.matrix("stuart1953_vision_women").counts
    sample = Sample.of_tables(cm.astype(float), "multinomial")
    rng = np.random.default_rng(SEED)
    drawing = best(lambda: list(sample.drawn(B, rng)))
    print(f"drawing {B} tables of {cm.shape}: {drawing:.4f} s")
    for name in ("ccr", "mae", "mse"):

        def percentile(name: str = name) -> Any:
            return ordref.interval(name, cm, method="percentile", rng=SEED)

        seconds = best(percentile)
        print(
            f"{name}, percentile: {seconds:.4f} s, {seconds / drawing:.2f} of drawing"
        )
    closed = [m for m in MEASURES.values() if not m.searches]
    total = 0.0
    (stack,) = sample.tables(next(sample.drawn(B, rng)))
    together = drawing + sum(best(lambda m=m: m(stack), 2) for m in closed)
    for measure in closed:

        def each(measure: Any = measure) -> Any:
            return ordref.interval(measure, cm, method="percentile", rng=SEED)

        seconds = best(each, 1)
        total += seconds
        print(f"  {measure.name:<28} {seconds:.3f} s")
    print(
        f"all {len(closed)} measures with closed forms, each with its own resamples: {total:.2f} s"
    )
    print(f"all of them, of the same resamples: {together:.2f} s")
    beside_scipy(cm, ("mae", "weighted_kappa_quadratic"))


def beside_scipy(cm: Any, names: tuple[str, ...]) -> None:
    """The same measure of the same observations, as scipy resamples them."""
    from scipy.stats import bootstrap

    K = len(cm)
    cells = np.repeat(np.arange(K * K), cm.ravel())
    for name in names:
        measure = MEASURES[name]

        def statistic(drawn: Any, measure: Any = measure) -> float:
            return float(measure(np.bincount(drawn, minlength=K * K).reshape(K, K)))

        spent = 0.0
        for method in ("percentile", "bca"):
            start = time.process_time()
            # A resample takes scipy some tenth of a millisecond: a tenth of them, scaled;
            # the jackknife of the other method is there once.
            bootstrap((cells,), statistic, n_resamples=B // 10, method=method,
                      vectorized=False, rng=SEED)  # fmt: skip
            once = time.process_time() - start
            spent = 10 * once if method == "percentile" else spent + once - spent / 10
            theirs = spent

            def ours(method: str = method, measure: Any = measure) -> Any:
                return ordref.interval(measure, cm, method=method, rng=SEED)

            mine = best(ours, 3)
            print(f"{name}, {method}: ordref {mine:.3f} s, scipy {theirs:.1f} s")


if __name__ == "__main__":
    main()
