"""One script a claim: what the shell promises about speed and size, measured on this machine.

`python -m benchmarks [NAME …] [--quick] [--json PATH]`; the limits are in `benchmarks.budgets`.
"""
