"""Lines that are joined end to end, held against a count of what meets."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from photometry.site.sources.dxf_chains import join_chains

TOLERANCE = 0.1


def lines_between_nodes(rng, count, nodes):
    """Draw lines between places of a lattice, each end off its place by a third at most."""
    ends = rng.integers(0, nodes, (count, 2))
    ends = ends[ends[:, 0] != ends[:, 1]]
    places = np.stack([ends // 7, ends % 7], axis=-1) + 1e6
    return ends, places + rng.uniform(-1, 1, places.shape) * TOLERANCE / 3 / 2**0.5


def count_of_chains(ends):
    """Join lines one after the other, at the nodes where just two ends are."""
    group = list(range(len(ends)))
    for node, count in Counter(ends.ravel().tolist()).items():
        if count == 2:
            one, other = (group[row] for row, pair in enumerate(ends.tolist()) if node in pair)
            group = [one if label == other else label for label in group]
    return len(set(group))


@pytest.mark.parametrize("seed", range(12))
def test_lines_are_joined_where_just_two_ends_meet(seed):
    ends, lines = lines_between_nodes(np.random.default_rng(seed), 20 + 3 * seed, 60)
    chains = join_chains(list(lines), TOLERANCE)
    assert len(chains) == count_of_chains(ends)
    assert [chain.first for chain in chains] == sorted(chain.first for chain in chains)
    for chain in chains:
        assert (chain.gaps[:, 0] <= TOLERANCE).all()


def test_the_gaps_of_a_chain_are_where_its_pieces_end():
    pieces = [np.array([[0.0, 0.0], [10.0, 0.0]]), np.array([[10.0, 5.0], [10.0, 0.05]])]
    (chain,) = join_chains(pieces, TOLERANCE)
    assert chain.gaps == pytest.approx(np.array([[0.05, 10.0, 0.0]]))
    assert chain.points.tolist() == [[0, 0], [10, 0], [10, 5]]


def test_nothing_is_joined_of_nothing():
    assert join_chains([], TOLERANCE) == []
