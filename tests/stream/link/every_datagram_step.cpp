// Has sockets of datagrams find one another and join a group. every_fault.py has one step after another fail.
// The program says the error and does all of it once more, which has to succeed.
//
// It ends with 4 if an operation does not end, 5 if a datagram does not come, and 6 if the second time fails.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "open_files.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/stream/link/datagram_listener.hpp"
#include "verbatim/stream/link/datagram_peers.hpp"
#include "verbatim/stream/link/groups.hpp"
#include "verbatim/verbs.hpp"

namespace {

using namespace verbatim;
using namespace std::chrono_literals;

constexpr auto deadline = 10s;
const char* const here = "127.0.0.1";

/// The wrong behaviour of the library, which no error excuses.
[[noreturn]] void wrong(int code, const std::string& what) {
  std::printf("WRONG: %s\n", what.c_str());
  std::fflush(stdout);
  std::_Exit(code);
}

/// The errors of one pass.
std::set<std::string> told;
void tell(const error& e) {
  if (e.call().empty() || e.object().empty() || e.advice().empty()) wrong(2, e.what());
  told.emplace(e.what());
}

template <class Engine>
class pass {
  using socket = stream::datagram_socket<Engine>;

 public:
  void all() {
    find();
    join();
  }

 private:
  template <class Value>
  auto result_of(stream::cm_operation<Engine, Value>& one, const char* what) {
    if (!engine.run_until([&] { return one.is_done(); }, deadline)) wrong(4, what);
    auto how = one.get();
    if (!how) tell(how.error());
    return how;
  }

  void send(const stream::datagram_destination& to) {
    const std::string_view text = "12345";
    const auto sent = a.send(std::as_bytes(std::span(text)), to, deadline);
    if (!sent) wrong(5, sent.message());
    const auto got = b.receive(deadline);
    if (!got || got.size() != text.size()) wrong(5, got.message());
  }

  void find() {
    stream::datagram_listener<Engine> door(engine);
    stream::datagram_peers<Engine> peers(engine);
    auto accepting = door.accept(b, {.timeout = 1s});
    auto looking = peers.look_up(a, here, std::to_string(door.port()), {.timeout = 500ms});
    auto found = result_of(looking, "look_up()");
    const auto caller = result_of(accepting, "accept()");
    if (found) send(found->to);
  }

  void join() {
    stream::groups<Engine> members(engine);
    cm::group_options how{.source = cm::address::parse(here)};
    auto joining = members.join(b, "239.1.2.11", how);
    how.send_only = true;
    auto sending = members.join(a, "239.1.2.11", how);
    auto joined = result_of(joining, "join()"), sends = result_of(sending, "join() to send");
    if (joined && sends) send(sends->to);
    for (auto* one : {&joined, &sends}) {
      if (!*one) continue;
      if (!(*one)->group.leave().complete()) told.emplace("a group was not left");
    }
  }

  context device = open_device();
  pd domain{device};
  Engine engine{device};
  socket a{engine, domain}, b{engine, domain};
};

template <class Engine>
void run() {
  try {
    pass<Engine>().all();
  } catch (const error& e) {
    tell(e);
  }
}

}  // namespace

/// every_datagram_step direct|verbs
int main(int argc, char** argv) {
  const std::string_view engine = argc > 1 ? argv[1] : "direct";
  on_leak([](const error& leaked) noexcept { told.emplace(leaked.what()); });
  const auto once =
      engine == "verbs" ? run<stream::verbs_engine> : run<stream::direct_engine<rc, ud>>;
  once();
  for (const auto& one : told) std::printf("%s\n", one.c_str());
  std::fflush(stdout);
  if (!told.empty()) {
    told.clear();
    once();
    for (const auto& one : told) std::printf("AGAIN: %s\n", one.c_str());
    if (!told.empty()) return 6;
  }
  std::fprintf(stderr, "open files: %td\n",
               verbatim::testing::open_files(verbatim::testing::first_of_emulator));
}
