"""Words that several threads share: what stands in where a system lacks what POSIX has."""

import threading

import numpy as np
import pytest

from ludejo.games.kernels import kernel
from ludejo.search import atomic
from ludejo.search.atomic import let_others_by_waiting, observed, publish


def test_here_the_system_shares_out_its_cores():
    assert atomic.let_others is atomic.let_others_by_posix


@pytest.mark.parametrize("naps", [False, True])
def test_where_it_cannot_be_asked_a_thread_waits_for_another_all_the_same(naps):
    @kernel
    def wait_for(word):
        while observed(word, 0) == 0:
            let_others_by_waiting(naps)

    @kernel
    def tell(word):
        publish(word, 0, 1)

    word, other = np.zeros(1, np.int64), np.zeros(1, np.int64)
    tell(other)
    wait_for(other)  # compiled now
    waiting = threading.Thread(target=wait_for, args=(word,))
    waiting.start()
    tell(word)
    waiting.join()
    assert word[0] == 1
