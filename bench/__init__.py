"""The benchmark: our runs beside their references, interleaved on one machine, told as ratios.

It knows nothing that the service needs, and the service knows nothing of it.
"""
