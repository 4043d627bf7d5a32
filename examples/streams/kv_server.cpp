// A store of keys and values. Clients read the table by RDMA READ, which costs this program nothing,
// and put values by messages. It prints its port, and ends with its last client: kv_server CLIENTS [PORT]
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kv.hpp"
#include "verbatim/stream/link/listener.hpp"

using namespace verbatim;

namespace {

/// The table, in memory that clients may read.
class table {
 public:
  explicit table(const pd& domain)
      : places_(kv::places), memory_(domain, std::span(places_), {.access = access::remote_read}) {}

  void put(const kv::put& what) noexcept {
    auto& at = places_[kv::place_of(what.key)];
    const auto odd = at.before + 1;
    std::atomic_ref(at.before).store(odd);
    std::atomic_thread_fence(std::memory_order_release);
    at.key = what.key;
    at.value = what.value;
    std::atomic_ref(at.after).store(odd + 1, std::memory_order_release);
    std::atomic_ref(at.before).store(odd + 1, std::memory_order_release);
  }
  remote_region region() const { return memory_.remote(); }

 private:
  std::vector<kv::place> places_;
  mr memory_;
};

stream::task<> serve(stream::listener<kv::engine_type>& door, const pd& domain, table& all,
                     kv::engine_type& engine) {
  kv::channel with(engine, domain);
  const auto how = co_await door.accept(with);
  how.check();
  stream::queue_pair<kv::engine_type> reader(engine, domain);
  {
    const auto first = co_await with.receive();
    kv::hello hello;
    if (!kv::take(first.first_piece(), hello)) co_return;
    const kv::welcome welcome{reader.native().address(), all.region()};
    reader.native().connect(hello.reader);
    if (co_await with.send(kv::bytes_of(welcome)) != stream::stream_status::ok) co_return;
  }
  for (;;) {
    const auto got = co_await with.receive();
    kv::put put;
    if (!got || !kv::take(got.first_piece(), put)) break;
    all.put(put);
  }
  co_await with.finish();
}

}  // namespace

int main(int argc, char** argv) try {
  const int count = argc == 2 || argc == 3 ? std::atoi(argv[1]) : 0;
  if (count < 1) return std::fprintf(stderr, "kv_server CLIENTS [PORT]\n"), 2;
  const auto device = open_device();
  const pd domain(device);
  kv::engine_type engine(device);
  table all(domain);
  stream::listener door(engine,
                        {.port = static_cast<std::uint16_t>(argc > 2 ? std::atoi(argv[2]) : 0)});
  std::printf("%u\n", door.port());
  std::fflush(stdout);
  std::vector<stream::task<>> clients;
  for (int i = 0; i < count; ++i) {
    clients.push_back(serve(door, domain, all, engine));
    clients.back().start();
  }
  for (auto& one : clients) {
    engine.run_until([&] { return one.is_done(); });
    one.take();  // throws what it has thrown
  }
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "kv_server: %s\n", error.what()), 1;
}
