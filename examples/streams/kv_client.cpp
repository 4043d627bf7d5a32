// Loads a kv_server: nine of ten operations get a value by RDMA READ, the tenth puts one. Prints how
// long the operations took: kv_client HOST PORT OPERATIONS
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <random>
#include <stdexcept>
#include <string>

#include "kv.hpp"
#include "verbatim/stream/link/connector.hpp"

using namespace verbatim;
using clock_type = std::chrono::steady_clock;

class client {
 public:
  client(kv::engine_type& engine, const pd& domain)
      : with_(engine, domain),
        reader_(engine, domain),
        memory_(mr::allocate(domain, sizeof(kv::place), {.access = access::local_write})) {}

  stream::task<> run(stream::connector<kv::engine_type>& out, std::string host, std::string port,
                     int operations) {
    const auto how = co_await out.connect(with_, host, port);
    how.check();
    const kv::hello hello{reader_.native().address()};
    kv::must(co_await with_.send(kv::bytes_of(hello)));
    {
      const auto answer = co_await with_.receive();
      kv::welcome welcome;
      if (!kv::take(answer.first_piece(), welcome)) throw std::runtime_error("no kv_server");
      reader_.native().connect(welcome.reader);
      table_ = welcome.table;
    }
    std::minstd_rand dice(7);
    std::map<std::uint32_t, kv::put> written;  // the last one of each place
    for (int i = 0; i < operations; ++i) {
      const auto key = kv::text_of("key " + std::to_string(dice() % 100));
      const auto begun = clock_type::now();
      if (i % 10 == 0) {
        const kv::put put{key, kv::text_of("value " + std::to_string(i))};
        kv::must(co_await with_.send(kv::bytes_of(put)));
        written[kv::place_of(key)] = put;
        puts.add(clock_type::now() - begun);
      } else {
        const auto found = co_await get(key);
        gets.add(clock_type::now() - begun);
        hits += found != kv::text{};
      }
    }
    for (const auto& [place, put] : written) {
      while (co_await get(put.key) != put.value) ++waits;  // the message is still on its way
    }
    co_await with_.finish();
  }

  kv::histogram gets, puts;
  unsigned hits = 0, waits = 0;

 private:
  /// Reads the place of the key until it is whole. Returns zeros if another key is there.
  stream::task<kv::text> get(kv::text key) {
    for (;;) {
      const auto there = table_.slice(kv::place_of(key) * sizeof(kv::place), sizeof(kv::place));
      auto reading = reader_.read(memory_.slice(0, sizeof(kv::place)), there);
      const auto read = co_await reading;
      if (!read) throw std::runtime_error(read.message());
      kv::place got;
      std::memcpy(&got, memory_.memory().data(), sizeof got);
      if (got.before != got.after || got.before % 2 != 0) continue;
      co_return got.key == key ? got.value : kv::text{};
    }
  }

  kv::channel with_;
  stream::queue_pair<kv::engine_type> reader_;
  mr memory_;
  remote_region table_;
};

int main(int argc, char** argv) try {
  if (argc != 4) return std::fprintf(stderr, "kv_client HOST PORT OPERATIONS\n"), 2;
  const auto device = open_device();
  const pd domain(device);
  kv::engine_type engine(device);
  stream::connector out(engine);
  client one(engine, domain);
  engine.run(one.run(out, argv[1], argv[2], std::atoi(argv[3])));
  one.gets.print("get");
  one.puts.print("put");
  std::printf("%u values found\n", one.hits);
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "kv_client: %s\n", error.what()), 1;
}
