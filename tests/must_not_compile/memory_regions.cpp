// Memory that is registered with the device.
#include <list>
#include <string>
#include <vector>

#include "queues.hpp"
#include "verbatim/verbs/memory/mr.hpp"

// case: mr_of_a_list
// expect: an mr takes a contiguous range: an array, a std::array, a std::vector or a std::span
#ifdef CONTROL
using numbers = std::vector<int>;
#else
using numbers = std::list<int>;
#endif

verbatim::mr misuse(const verbatim::pd& pd, numbers& memory) { return {pd, memory}; }

// case: mr_of_strings
// expect: the device copies bytes, not objects: the elements must be trivially copyable
#ifdef CONTROL
using elements = std::array<char, 2>;
#else
using elements = std::array<std::string, 2>;
#endif

verbatim::mr misuse(const verbatim::pd& pd, elements& memory) { return {pd, memory}; }

// case: mr_of_const
// expect: the memory is const: an mr takes memory that may be written
#ifdef CONTROL
using memory_type = std::vector<int>;
#else
using memory_type = const std::vector<int>;
#endif

verbatim::mr misuse(const verbatim::pd& pd, memory_type& memory) { return {pd, memory}; }

// case: mr_of_a_temporary
// expect: the memory is a temporary object: it must outlive the registration
verbatim::mr misuse(const verbatim::pd& pd, std::vector<int>& memory) {
#ifdef CONTROL
  return {pd, memory};
#else
  return {pd, std::vector<int>(memory)};
#endif
}
