// The common part of the tests of the control path: memory to register.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <string>

#include "verbs_fixture.hpp"

namespace verbatim::testing {

constexpr std::size_t page_bytes = 4096;

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Memory of whole pages that goes away by itself.
class pages {
 public:
  explicit pages(std::size_t count, int protection = PROT_READ | PROT_WRITE)
      : bytes_(count * page_bytes),
        address_(mmap(nullptr, bytes_, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~pages() { munmap(address_, bytes_); }
  pages(const pages&) = delete;
  pages& operator=(const pages&) = delete;

  void* address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  void* address_;
};

/// ibv_reg_mr, which is a macro that mixes enumerations.
inline ibv_mr* register_memory(ibv_pd* pd, void* address, std::size_t bytes, int access) {
  return ibv_reg_mr(pd, address, bytes, access);
}

}  // namespace verbatim::testing
