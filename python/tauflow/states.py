# SPDX-License-Identifier: MIT
"""Arrays of one state, or of many."""


def count_states(given, widths):
    """How many states the arrays have; None where they are of one state, without that axis."""
    counts = set()
    for name, value in given.items():
        if value.ndim not in (1, 2) or value.shape[-1] != widths[name]:
            raise ValueError(f"{name} has the shape {value.shape}: ({widths[name]},) or "
                             f"(states, {widths[name]}) expected")
        counts.add(value.shape[0] if value.ndim == 2 else None)
    if len(counts) > 1:
        raise ValueError("arrays are of different numbers of states")
    return counts.pop() if counts else None
