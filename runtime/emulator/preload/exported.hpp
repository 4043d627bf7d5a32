// Marks the functions that replace those of libc.
#pragma once

/// Exports a function. Everything else in the library is hidden from the programs into which it is
/// loaded.
#define VERBATIM_EXPORTED extern "C" __attribute__((visibility("default")))
