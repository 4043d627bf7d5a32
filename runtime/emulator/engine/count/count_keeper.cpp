// Writes the counts so far at times, and the last counts once.
#include "engine/count/count_keeper.hpp"

#include <utility>

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The times between two writes: while there is work, and when there is none any more.
constexpr std::chrono::milliseconds period_of_work = 1s;
constexpr std::chrono::milliseconds period_of_rest = 100ms;

}  // namespace

count_keeper::clock::time_point count_keeper::look(bool worked, clock::time_point now,
                                                   const std::function<std::string(bool)>& line) {
  if (is_last_) return clock::time_point::max();
  is_last_ = ends_;
  changed_ = changed_ || worked;
  const bool is_time = changed_ && now >= written_ + (worked ? period_of_work : period_of_rest);
  if (is_last_ || is_time) {
    text_ = line(is_last_);
    written_ = now;
    changed_ = false;
  }
  return changed_ ? written_ + period_of_rest : clock::time_point::max();
}

void count_keeper::write() {
  if (text_.empty()) return;
  const std::string text = std::exchange(text_, {});
  if (!is_last_) {
    file_.keep(text);
    return;
  }
  file_.end(text);
  ended_ = true;
}

}  // namespace verbatim::emulator
