// Marks the functions that take the place of libc's.
#pragma once

/// Exports a function. Everything else in the library is hidden from the programs that it is loaded
/// into.
#define VERBATIM_EXPORTED extern "C" __attribute__((visibility("default")))
