"""The bare signals, without their enumerations: a page gets none."""

from _signal import *  # noqa: F403
