// Probes for tracers such as bpftrace, perf and GDB, in programs that ask for them.
#pragma once

#include "verbatim/wire/cpp20.hpp"

// A program that defines VERBATIM_USDT, in all of its files, has probes of the provider `verbatim`.
// Each is one nop, and a note in the ELF file with its place and those of its arguments. docs/observing.md
// lists them. Without the macro there are no probes.
//
// The macros are for this library. They are no functions, because a probe reads its arguments in place.
#ifdef VERBATIM_USDT
#include <sys/sdt.h>

// GCC counts each line of a probe as an instruction, and would not inline functions with probes.
#define VERBATIM_PROBED [[gnu::always_inline]]
#define VERBATIM_PROBE2(name, a, b) STAP_PROBE2(verbatim, name, a, b)
#define VERBATIM_PROBE3(name, a, b, c) STAP_PROBE3(verbatim, name, a, b, c)
#define VERBATIM_PROBE4(name, a, b, c, d) STAP_PROBE4(verbatim, name, a, b, c, d)
#else
#define VERBATIM_PROBED
#define VERBATIM_PROBE2(name, a, b) static_cast<void>(0)
#define VERBATIM_PROBE3(name, a, b, c) static_cast<void>(0)
#define VERBATIM_PROBE4(name, a, b, c, d) static_cast<void>(0)
#endif
