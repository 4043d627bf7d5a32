// Memory in whole pages for the device: aligned, and in huge pages if possible.
#include "verbatim/verbs/memory/pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <fstream>
#include <sstream>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/sysfs.hpp"

namespace verbatim {

std::string_view name(page_kind kind) noexcept {
  constexpr std::string_view names[]{"ordinary", "transparent huge", "huge"};
  return names[static_cast<std::size_t>(kind)];
}

namespace verbs {
namespace {

std::size_t page_size() noexcept { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// Returns the size in bytes of MAP_HUGETLB's huge pages.
std::size_t huge_page_size() {
  constexpr std::size_t usual = std::size_t{2} << 20;
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    std::size_t kibibytes = 0;
    if (words >> word >> kibibytes && word == "Hugepagesize:" && std::has_single_bit(kibibytes)) {
      return kibibytes << 10;
    }
  }
  return usual;
}

bool has_transparent_huge_pages() {
  const auto said = sysfs().text("kernel/mm/transparent_hugepage/enabled");
  return said && said->find("[never]") == said->npos;
}

error no_memory(int error_number, std::size_t length, std::string_view remedy) {
  return error(error_number, "mmap", std::to_string(length) + " bytes", remedy);
}

}  // namespace

void unmaps::operator()(std::byte* memory) const noexcept { munmap(memory, length); }

/// Maps more than is needed, and unmaps the rest before and after. Returns null with errno if that
/// fails.
page_memory::mapping page_memory::map(std::size_t length, std::size_t alignment, std::size_t page,
                                      int flags) {
  const auto whole = [](std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) & ~(unit - 1);
  };
  const std::size_t spare = std::max(alignment, page) - page;
  const std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX);
  if (length > most - page || spare > most - whole(length, page)) {
    errno = ENOMEM;
    return {};
  }
  const std::size_t used = whole(length, page);
  void* const mapped = mmap(nullptr, used + spare, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (mapped == MAP_FAILED) return {};
  const auto start = reinterpret_cast<std::uintptr_t>(mapped);
  const auto before = whole(start, std::max(alignment, page)) - start;
  auto* const memory = static_cast<std::byte*>(mapped) + before;
  if (before != 0) munmap(mapped, before);
  if (before != spare) munmap(memory + used, spare - before);
  return mapping(memory, unmaps{used});
}

bool page_memory::map_huge(std::size_t alignment, huge_pages wish) {
  memory_ = map(length_, alignment, huge_page_size(), MAP_HUGETLB);
  if (memory_ != nullptr) {
    kind_ = page_kind::huge;
    return true;
  }
  if (wish == huge_pages::required) {
    throw no_memory(errno, length_,
                    "there are not as many huge pages: reserve them (sysctl vm.nr_hugepages=N), or "
                    "take huge_pages::preferred");
  }
  return false;
}

void page_memory::map_ordinary(std::size_t alignment, huge_pages wish) {
  const bool asks = wish == huge_pages::preferred;
  // Only memory with the alignment of a huge page can become one.
  const auto least = asks ? std::max(alignment, huge_page_size()) : alignment;
  memory_ = map(length_, least, page_size(), 0);
  if (memory_ == nullptr) throw no_memory(errno, length_, "there is not as much memory");
  if (!asks) return;
  const std::string none = "no huge pages: not as many are reserved (vm.nr_hugepages), ";
  if (has_transparent_huge_pages() &&
      madvise(memory_.get(), memory_.get_deleter().length, MADV_HUGEPAGE) == 0) {
    kind_ = page_kind::transparent_huge;
    fallback_ = none + "so the kernel is asked for transparent ones";
  } else {
    fallback_ = none +
                "and the kernel has no transparent ones "
                "(/sys/kernel/mm/transparent_hugepage/enabled)";
  }
}

page_memory::page_memory(std::size_t length, std::size_t alignment, huge_pages wish)
    : length_(length) {
  const auto refuse = [](const char* reason) {
    return error(std::errc::invalid_argument, "mr::allocate", "", reason);
  };
  if (length == 0) throw refuse("the memory has no bytes");
  if (!std::has_single_bit(alignment)) throw refuse("the alignment is no power of two");
  if (wish != huge_pages::no && map_huge(alignment, wish)) return;
  map_ordinary(alignment, wish);
}

}  // namespace verbs
}  // namespace verbatim
