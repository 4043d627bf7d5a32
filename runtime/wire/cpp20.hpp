// Stops a compiler that is set to an older C++ or to a 32-bit target, and reports the reason in one
// sentence. Every header of the library includes this one.
#pragma once

// #error does not stop GCC: hundreds of errors would follow. A missing header stops every compiler.
#if __cplusplus <= 201703L
#include <Verbatim needs C++20. Compile with -std=c++20 or newer>
#endif
// An address in a WQE is 64 bits wide, and a doorbell is one store of 64 bits.
#if __SIZEOF_POINTER__ != 8
#include <Verbatim needs a 64-bit target. 32-bit programs cannot use it>
#endif
