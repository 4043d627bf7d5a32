"""Kernels of which each posts one WQE, for every WQE of the specs, written from the specs: every_chain.source(specs).

A thread posts it, on RC or else the first transport that carries it, by the shortest chain, without inlined data if possible."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))

from codegen import typestate  # noqa: E402  (the path comes first)
from codegen.__main__ import specs_of  # noqa: E402, F401  (for the other file)
from codegen.model import OCTOWORD, WQEBB  # noqa: E402

KEYS = {"": "std::uint32_t", "local": "verbatim::lkey", "remote": "verbatim::rkey"}


class Kernel:
    def __init__(self, specs, wqe):
        self.wqe, self.transport = wqe, specs.transports["rc" if "rc" in wqe.transports else min(wqe.transports)]
        self.parameters, self.calls = [], []
        for step in () if wqe.bare else self.transport.steps:
            self._take(step[0])
        self.calls.append(f"{wqe.verb}()")
        if wqe.qualifier:
            self.calls.append(f"{wqe.qualifier}({self._imm(wqe)})")
        states = {state.name: state for state in typestate.derive(wqe.steps, wqe.behind)}
        state = next(iter(states.values()))
        while not state.ready:
            call = min(state.calls, key=lambda one: bool(one.choice.payload))
            self._take(call.choice)
            state = states[call.next_state]

    @property
    def name(self):
        return f"post_{self.wqe.name}"

    @property
    def wqebbs(self):
        octowords = self.transport.octowords_before(self.wqe) + self.wqe.least_octowords
        return -(-octowords * OCTOWORD // WQEBB)

    def _parameter(self, kind):
        self.parameters.append(f"{kind} p{len(self.parameters)}")
        return f"p{len(self.parameters) - 1}"

    def _imm(self, choice):
        return self._parameter(KEYS[choice.imm_key])

    def _bytes(self):
        return f"std::span<const std::byte>({self._parameter('const std::byte*')}, {self._parameter('std::size_t')})"

    def _take(self, choice):
        if choice.payload:
            given = [self._bytes()]
        elif choice.imm:
            given = [self._imm(choice)]
        else:
            given = [self._parameter(argument.cpp_type) for argument in choice.args]
            given += [self._bytes()] if choice.header else []
            given += [self._parameter(f"verbatim::{part.segment.name}") for part in choice.parts if part.whole]
        self.calls.append(f"{choice.call}({', '.join(given)})")

    def __str__(self):
        queue = f"verbatim::gpu::send_queue<verbatim::{self.transport.name}, {self.wqebbs}>"
        parameters = ", ".join([f"{queue} queue", "int* posted", *self.parameters])
        return (f'extern "C" __global__ void {self.name}({parameters}) {{\n'
                f"  *posted = queue.sq_wqe().{'.'.join(self.calls)}.signal({{}}).finish().ok();\n}}\n")


def kernels(specs):
    return [Kernel(specs, wqe) for wqe in specs.wqes.values()]


def source(specs):
    return '#include "verbatim/gpu.hpp"\n\n' + "\n".join(map(str, kernels(specs)))
