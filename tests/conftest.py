"""Settings for the whole suite: the same examples in every run, and no limit on the time of one of them."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
