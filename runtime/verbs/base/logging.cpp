// The messages of the control plane, and the function that gets them.
#include "verbatim/verbs/base/logging.hpp"

#include <atomic>
#include <cstdio>

namespace verbatim {
namespace {

void write_to_stderr(logging::level which, std::string_view message) noexcept {
  const auto label = which == logging::level::warning ? "" : logging::name(which);
  std::fprintf(stderr, "verbatim: %.*s%s%.*s\n", static_cast<int>(label.size()), label.data(),
               label.empty() ? "" : ": ", static_cast<int>(message.size()), message.data());
}

constinit std::atomic<logging::hook> message_hook = write_to_stderr;
constinit std::atomic<logging::level> last_level = logging::level::warning;

}  // namespace

std::string_view logging::name(level which) noexcept {
  switch (which) {
    case level::warning:
      return "warning";
    case level::failure:
      return "failure";
    case level::info:
      return "info";
    case level::debug:
      return "debug";
  }
  return "";
}

logging::hook logging::on_message(hook next) noexcept { return message_hook.exchange(next); }

logging::level logging::set_level(level last) noexcept { return last_level.exchange(last); }

namespace verbs {

bool is_logged(logging::level which) noexcept {
  return which <= last_level.load(std::memory_order_relaxed) && message_hook.load() != nullptr;
}

void log(logging::level which, std::string_view message) noexcept {
  if (which > last_level.load(std::memory_order_relaxed)) return;
  if (const auto hook = message_hook.load()) hook(which, message);
}

}  // namespace verbs
}  // namespace verbatim
