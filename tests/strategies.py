"""Random representations and specs, nested to some depth."""

from __future__ import annotations

from hypothesis import strategies as st

from liesd import Scalar, Spec, Vector
from liesd.spec import Rep

SIZES = {"x": 2, "y": 3, "z": 1, "w_1": 2}
MOST = 40  # coordinates, so that the dense computation stays small

vectors = st.sampled_from([Vector(name, size) for name, size in SIZES.items()])
leaves = st.one_of(vectors, st.integers(1, 3).map(Scalar))


def _grow(children: st.SearchStrategy[Rep]) -> st.SearchStrategy[Rep]:
    pairs = st.tuples(children, children)
    return st.one_of(
        pairs.map(lambda pair: pair[0] + pair[1]),
        pairs.map(lambda pair: pair[0] * pair[1]),
        st.tuples(st.integers(1, 3), children).map(lambda pair: pair[0] * pair[1]),
        children.map(lambda rep: rep.T),
    )


reps: st.SearchStrategy[Rep] = st.recursive(leaves, _grow, max_leaves=5).filter(
    lambda rep: rep.dim <= MOST
)


def specs() -> st.SearchStrategy[Spec]:
    pairs = st.tuples(reps, reps).filter(lambda pair: pair[0].unknowns or pair[1].unknowns)
    return pairs.map(lambda pair: Spec(*pair))
