// The libc function that this library interposes.
#pragma once

#include <dlfcn.h>

#include <cstdlib>

namespace verbatim::emulator {

/// Looks up a libc function once. Objects are constant-initialised statics, because programs call
/// open before any constructor of this library has run.
template <class Function>
class next_function;

template <class Result, class... Args>
class next_function<Result(Args...)> {
 public:
  /// `version` picks one of several versions of a symbol; null picks the default one.
  constexpr explicit next_function(const char* name, const char* version = nullptr) noexcept
      : name_(name), version_(version) {}

  /// Calls the function. It is not noexcept: a thread may be cancelled in it, which unwinds the stack.
  Result operator()(Args... args) {
    auto* function = __atomic_load_n(&function_, __ATOMIC_ACQUIRE);
    if (!function) {
      void* const found = version_ ? dlvsym(RTLD_NEXT, name_, version_) : dlsym(RTLD_NEXT, name_);
      // If the C library does not have the symbol, no program can call it.
      if (!found) std::abort();
      function = reinterpret_cast<Result (*)(Args...)>(found);
      __atomic_store_n(&function_, function, __ATOMIC_RELEASE);
    }
    return function(args...);
  }

 private:
  const char* name_;
  const char* version_;
  Result (*function_)(Args...) = nullptr;
};

}  // namespace verbatim::emulator
