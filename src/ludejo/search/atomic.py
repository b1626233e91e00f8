"""Single words of memory that several threads read and write at once, for kernels.

Numba compiles plain reads and writes to instructions that LLVM may reorder, so a thread could see a link before what it
leads to. These cannot be: whatever was written before `publish` is there for whoever has read the word by `observed`.
"""

import threading
import time
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import address_of_symbol
from numba.core import cgutils, types
from numba.extending import intrinsic

from ludejo.games.kernels import kernel

NAP_MICROSECONDS = 100
NAP_FENCES = 10_000  # about as long


def _word(context: Any, builder: Any, signature: Any, args: Any) -> tuple[Any, Any, int]:
    """Where an array's element is in memory; its type; its size in bytes."""
    array_type, index_type = signature.args[:2]
    array = context.make_array(array_type)(context, builder, args[0])
    index = context.cast(builder, args[1], index_type, types.intp)
    place = cgutils.get_item_pointer(
        context, builder, array_type, array, [index], boundscheck=context.enable_boundscheck
    )
    return place, array_type.dtype, array_type.dtype.bitwidth // 8


def _value(context: Any, builder: Any, signature: Any, args: Any, number: int) -> Any:
    """An argument, in the type of the array's elements."""
    return context.cast(builder, args[number], signature.args[number], signature.args[0].dtype)


@intrinsic
def observed(typingctx, array, index):
    """The element. What was written before it was published can be read from now on."""

    def generate(context, builder, signature, args):
        place, dtype, size = _word(context, builder, signature, args)
        return builder.load_atomic(place, "acquire", size, typ=context.get_data_type(dtype))

    return array.dtype(array, index), generate


@intrinsic
def publish(typingctx, array, index, value):
    """Write the element, after everything that was written before."""

    def generate(context, builder, signature, args):
        place, _, size = _word(context, builder, signature, args)
        builder.store_atomic(_value(context, builder, signature, args, 2), place, "release", size)
        return context.get_dummy_value()

    return types.void(array, index, value), generate


@intrinsic
def exchanged(typingctx, array, index, expected, value):
    """Write the element if it is the expected one, and nobody in between; whether it was."""

    def generate(context, builder, signature, args):
        place, _, _ = _word(context, builder, signature, args)
        before, after = (_value(context, builder, signature, args, number) for number in (2, 3))
        swapped = builder.cmpxchg(place, before, after, "acq_rel", "acquire")
        return builder.extract_value(swapped, 1)

    return types.boolean(array, index, expected, value), generate


@intrinsic
def add(typingctx, array, index, amount):
    """Add to the element, after everything that was written before, losing nothing that others add at the same time."""

    def generate(context, builder, signature, args):
        place, dtype, _ = _word(context, builder, signature, args)
        amount = _value(context, builder, signature, args, 2)
        builder.atomic_rmw("add" if isinstance(dtype, types.Integer) else "fadd", place, amount, "acq_rel")
        return context.get_dummy_value()

    return types.void(array, index, amount), generate


@intrinsic
def fetch(typingctx, array, index):
    """Ask for the memory around an element, and wait for nothing: who reads it soon finds it in the cache."""

    def generate(context, builder, signature, args):
        place, _, _ = _word(context, builder, signature, args)
        number, address = ir.IntType(32), builder.bitcast(place, cgutils.voidptr_t)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_read, often, not_code = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(prefetch, [address, to_read, often, not_code])
        return context.get_dummy_value()

    return types.void(array, index), generate


@intrinsic
def _fence(typingctx):
    """Everything before comes before everything after: some nanoseconds that no compiler takes out."""

    def generate(context, builder, signature, args):
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), generate


_sched_yield: Any = types.ExternalFunction("sched_yield", types.int32())
_usleep: Any = types.ExternalFunction("usleep", types.int32(types.uint32))


@kernel
def let_others_by_posix(naps):
    """Give the core to whoever waits for it; or take a nap, when there has been nothing to do for long."""
    if naps:
        _usleep(np.uint32(NAP_MICROSECONDS))
    else:
        _sched_yield()


@kernel
def let_others_by_waiting(naps):
    """The same where a system does not offer that, as Windows: wait, and let the system share out its cores."""
    for _ in range(NAP_FENCES if naps else 1):
        _fence()


_is_posix = all(map(address_of_symbol, ("sched_yield", "usleep")))
let_others = let_others_by_posix if _is_posix else let_others_by_waiting


if numba.config.DISABLE_JIT:  # the same in plain Python
    _lock = threading.Lock()

    def observed(array, index):
        return array[index]

    def publish(array, index, value):
        array[index] = value

    def exchanged(array, index, expected, value):
        with _lock:
            is_expected = array[index] == expected
            if is_expected:
                array[index] = value
        return is_expected

    def fetch(array, index):
        pass

    def let_others(naps):
        time.sleep(NAP_MICROSECONDS / 1e6 if naps else 0)

    def add(array, index, amount):
        with _lock:
            array[index] += amount
