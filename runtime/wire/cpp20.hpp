// Stops a compiler that is set to an older C++ and reports the reason in one sentence. Every header
// of the library includes this one.
#pragma once

// #error does not stop GCC: hundreds of errors would follow. A missing header stops every compiler.
#if __cplusplus <= 201703L
#include <Verbatim needs C++20. Compile with -std=c++20 or newer>
#endif
