"""Settings for the whole suite: the same examples in every run, no limit on their time; programs hear Ctrl-C."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")

# A shell lets what runs in a script's background ignore Ctrl-C, and the programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
