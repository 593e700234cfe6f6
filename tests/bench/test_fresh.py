"""What a function takes is measured in a process of its own."""

import os

import pytest

from bench.fresh import FreshFailed, spend
from tests.support.spending import fail, get_ready, leave, reserve, share, tell

MIB = 2**20


def test_the_peak_counts_memory_that_was_given_back():
    spent = spend(reserve, "60")
    assert spent.base_mib + 55 < spent.peak_mib < spent.base_mib + 70


def test_the_peaks_of_processes_that_it_starts_are_added_up():
    spent = spend(share, "60")
    assert spent.base_mib + 2 * 60 < spent.peak_mib < spent.base_mib + 2 * 80


def test_the_memory_of_the_process_that_asks_is_not_counted():
    held = bytearray(os.urandom(MIB)) * 200
    assert spend(reserve, "1").peak_mib < len(held) / MIB


def test_a_function_that_raises_is_told_with_its_words():
    with pytest.raises(FreshFailed, match=r"spending:fail ended with 1: (?s:.*)out of order"):
        spend(fail, "out of order")


def test_a_function_that_ends_its_process_is_told():
    with pytest.raises(FreshFailed, match="ended with 3"):
        spend(leave, "3")


def test_what_is_made_ready_is_not_measured(tmp_path):
    path = tmp_path / "told"
    assert spend(tell, str(path), ready=get_ready).base_mib > 60
    assert path.read_text() == f"ready {os.getpid()}"
