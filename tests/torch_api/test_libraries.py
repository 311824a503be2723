"""The rows of operators of libraries are such as the evaluator reads them."""

import pytest

from devlint.torch_api import libraries
from devlint.torch_api.libraries import library_operator
from devlint.torch_api.tables import operator


@pytest.mark.parametrize("name", libraries._ROWS)
def test_row_names_the_tensors_that_share_a_device(name: str) -> None:
    fact = library_operator(name)
    assert fact is not None
    assert fact.mixing in ("strict", "lenient")
    assert fact.returns in ("tensor", "tensors", "unknown")
    assert fact.rank in ("positive", "unknown")
    assert fact.tensors <= {*fact.parameters, fact.variadic}
    assert len(fact.tensors) > 1 or fact.variadic or fact.tensor_lists
    assert operator(name) is None


def test_numbers_are_no_tensors() -> None:
    scatter = library_operator("torch_scatter.scatter")
    assert scatter is not None
    assert scatter.tensor_only == {"src", "index", "out"}
    assert library_operator("torchvision.ops.MultiScaleRoIAlign") is None
