"""Networks that users train, in plain torch, and what the library says of them and of their law.

* ``python -m benchmarks.networks paper``: the paper's own networks on its tasks;
* ``python -m benchmarks.networks zoo``: three architectures on laws of the zoo;
* ``python -m benchmarks.networks jets``: the paper's network on jets, alone and as an ensemble;
* ``python -m benchmarks.networks labels``: jets and default settings, and laws of class labels.

Every run is one row of a result file, kept as soon as it is done: the same command goes on after a
kill. Trained networks are kept in ``benchmarks/data``.
"""
