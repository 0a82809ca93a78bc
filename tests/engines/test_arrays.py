"""Labels in the arrays of other libraries: torch, JAX, Zarr, and maps of files."""

import tracemalloc

import jax.numpy as jnp
import numpy as np
import pytest
import torch
import zarr
from bad import refuses

from ordref import confusion_matrix, evaluate, mae

TRUE, PRED = np.random.default_rng(0).integers(0, 4, (2, 5000))
CM = confusion_matrix(TRUE, PRED)


@pytest.mark.parametrize("make", [torch.tensor, jnp.asarray, zarr.array], ids=str)
@pytest.mark.parametrize("kind", ["uint8", "int32"])
def test_labels_are_counted(make, kind):
    true, pred = make(TRUE.astype(kind)), make(PRED.astype(kind))
    assert (confusion_matrix(true, pred) == CM).all()
    assert (confusion_matrix(true, pred, labels=[3, 1, 0, 2]).sum()) == 5000
    assert (confusion_matrix(TRUE, pred) == CM).all()


@pytest.mark.parametrize("make", [torch.tensor, jnp.asarray], ids=str)
def test_matrices_of_counts_are_measured(make):
    cm = make(CM.astype("float32"))
    assert mae(cm) == mae(CM)
    assert evaluate(cm).loc["mae", "value"] == mae(CM)


def test_a_tensor_is_not_copied():
    true = torch.tensor(TRUE, dtype=torch.int64).repeat(1000)
    confusion_matrix(true[:10], true[:10])
    tracemalloc.start()
    confusion_matrix(true, true)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20 < 8 * len(true) / 4


def test_tensors_that_numpy_cannot_read_are_refused_with_the_remedy():
    scores = torch.rand(5, requires_grad=True)
    with refuses(r"cannot read y_true as an array: .*detach"):
        confusion_matrix(scores, torch.ones(5))
    elsewhere = torch.empty(5, dtype=torch.int64, device="meta")
    with refuses("cannot read y_true as an array: .*device"):
        confusion_matrix(elsewhere, torch.ones(5))


def test_zarr_is_read_in_pieces(tmp_path):
    N = 8_000_000
    path = tmp_path / "labels.zarr"
    stored = zarr.create_array(path, shape=(N,), chunks=(1 << 18,), dtype="uint8")
    stored[:] = np.tile(np.array([1, 2, 5, 5], dtype="uint8"), N // 4)
    small = {"labels": [1, 2, 5]}
    confusion_matrix(stored[:10], stored[:10], **small)
    tracemalloc.start()
    found = confusion_matrix(stored, stored, **small)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.tolist() == np.diag([N // 4, N // 4, N // 2]).tolist()
    assert peak < 64 << 20
