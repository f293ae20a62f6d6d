"""Flat rounds as people simulate them today: NumPy with a pay-off table of 216 entries.

Prints the best rate of many short runs, in rounds a second on one core.
"""

import time

import numpy

ROLLS = 216
# Larger batches leave the cache, smaller ones pay more for the interpreter.
BATCH = 1 << 18
BATCHES = 16
RUNS = 25

pay_off = numpy.where(numpy.arange(ROLLS) < 105, 1, -1)


def simulate(generator):
    total = 0
    for _ in range(BATCHES):
        total += pay_off[generator.integers(0, ROLLS, size=BATCH, dtype=numpy.uint8)].sum()
    return total


def main():
    generator = numpy.random.Generator(numpy.random.SFC64(7))
    best = 0.0
    for _ in range(RUNS):
        start = time.perf_counter()
        simulate(generator)
        best = max(best, BATCH * BATCHES / (time.perf_counter() - start))
    print(f"{best:.0f}")


main()
