// Connections by this library.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "connections.hpp"
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim::bench {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

/// READs and atomics at once, as by hand. The default is the most that the device has, 128 on Linux's rxe,
/// which makes and frees room for each of them.
cm::end_options as_by_hand() { return {.max_rd_atomic = 16}; }

/// The device of the first connection, and what its queue pairs share.
struct resources {
  explicit resources(const std::string& device) : pd(open_device(device)), cq(pd.context(), 16) {}

  verbs_qp<rc> make() const { return {pd, cq, {.max_send_wr = 1, .max_recv_wr = 1}}; }

  verbatim::pd pd;
  verbs_cq cq;
};

cm::connection connect_once(const cm::reactor& loop, const cm::address& to,
                            std::optional<resources>& own, std::optional<verbs_qp<rc>>& qp) {
  auto route = cm::resolve(loop, to);
  if (!own) own.emplace(route.device());
  qp.emplace(own->make());
  return std::move(route).connect(*qp, {.end = as_by_hand()});
}

cm::address address_of(const std::string& text, std::uint16_t port) {
  const auto found = cm::address::parse(text, port);
  if (!found) throw std::runtime_error(text + " is no address");
  return *found;
}

/// The memory that the process has, in bytes.
std::size_t resident() {
  std::ifstream pages("/proc/self/statm");
  std::size_t all = 0, in_memory = 0;
  pages >> all >> in_memory;
  return in_memory * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& one) {
    return static_cast<double>(one.tv_sec) + static_cast<double>(one.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

void serve_with_library(unsigned count, const std::function<void(std::uint16_t)>& ready) {
  cm::reactor loop;
  cm::listener listener(loop);
  ready(listener.port());
  std::optional<resources> own;
  for (unsigned i = 0; i < count; ++i) {
    auto request = listener.next(30s);
    if (!own) own.emplace(request.device());
    const auto qp = own->make();
    const auto connection = std::move(request).accept(qp, {.end = as_by_hand()});
    while (connection.is_open()) loop.turn(30s);
  }
}

void connect_with_library(const std::string& address, std::uint16_t port, unsigned count) {
  cm::reactor loop;
  std::optional<resources> own;
  std::optional<verbs_qp<rc>> qp;
  for (unsigned i = 0; i < count; ++i) {
    connect_once(loop, address_of(address, port), own, qp).disconnect(30s);
  }
}

void serve_idle(unsigned count, const std::function<void(std::uint16_t)>& ready) {
  cm::reactor loop;
  cm::listener listener(loop, {.backlog = 128});
  ready(listener.port());
  std::optional<resources> own;
  std::vector<std::pair<verbs_qp<rc>, cm::connection>> held;
  held.reserve(count);
  std::size_t before = 0;
  for (unsigned i = 0; i < count; ++i) {
    auto request = listener.next(60s);
    if (!own) own.emplace(request.device());
    auto qp = own->make();
    auto connection = std::move(request).accept(qp, {.end = as_by_hand()});
    held.emplace_back(std::move(qp), std::move(connection));
    if (i + 1 == count / 10) before = resident();
  }
  const double bytes = static_cast<double>(resident() - before) / (count - count / 10);
  const double used = processor_seconds();
  const auto until = clock::now() + 2s;
  while (clock::now() < until) loop.turn(until - clock::now());
  fmt::print("{} idle connections: {:.1f} KiB each, {:.2f} % of a processor\n", count, bytes / 1024,
             (processor_seconds() - used) / 2 * 100);
  // Another one.
  auto request = listener.next(60s);
  const auto qp = own->make();
  const auto another = std::move(request).accept(qp, {.end = as_by_hand()});
  while (another.is_open()) loop.turn(30s);
}

void connect_idle(const std::string& address, std::uint16_t port, unsigned count) {
  cm::reactor loop;
  std::optional<resources> own;
  std::vector<std::pair<verbs_qp<rc>, cm::connection>> held;
  held.reserve(count);
  const auto another = [&] {
    std::optional<verbs_qp<rc>> qp;
    const auto begin = clock::now();
    auto made = connect_once(loop, address_of(address, port), own, qp);
    const double microseconds =
        std::chrono::duration<double, std::micro>(clock::now() - begin).count();
    held.emplace_back(*std::move(qp), std::move(made));
    return microseconds;
  };
  (void)another();  // opens the device
  const double second = another();
  for (unsigned i = 2; i < count; ++i) (void)another();
  std::this_thread::sleep_for(4s);
  fmt::print("to connect: {:.0f} us beside one connection, {:.0f} us beside {}\n", second,
             another(), count);
}

}  // namespace verbatim::bench
