#include "verbatim/stream/link/dialed.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "verbatim/connect/exchange/exchange_error.hpp"

namespace verbatim::stream::detail {

using verbatim::detail::frame_socket;
using verbatim::detail::owned_fd;

std::shared_ptr<dialed> dialed::start(const std::string& host, std::uint16_t port,
                                      frame_socket::time_point deadline) {
  auto result = std::make_shared<dialed>();
  result->event_ = owned_fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (result->event_.get() < 0) {
    throw error(errno, "eventfd", host, "raise RLIMIT_NOFILE");
  }
  std::thread([result, host, port, deadline] { result->connect(host, port, deadline); }).detach();
  return result;
}

void dialed::connect(const std::string& host, std::uint16_t port,
                     frame_socket::time_point deadline) {
  std::optional<frame_socket> made;
  std::exception_ptr failed;
  try {
    made = exchange::at_stage(exchange::stage::connect, host + ":" + std::to_string(port),
                              [&] { return frame_socket::to(host, port, deadline); });
  } catch (const exchange::error&) {
    failed = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  made_ = std::move(made);
  failed_ = failed;
  const std::uint64_t one = 1;
  (void)!::write(event_.get(), &one, sizeof one);
}

bool dialed::is_done() const {
  const std::lock_guard lock(mutex_);
  return made_ || failed_;
}

frame_socket dialed::take() {
  const std::lock_guard lock(mutex_);
  if (failed_) std::rethrow_exception(failed_);
  return *std::exchange(made_, std::nullopt);
}

}  // namespace verbatim::stream::detail
