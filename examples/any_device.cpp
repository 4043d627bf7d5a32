// Posts lists of requests through libibverbs, on RDMA devices of any make. The same program runs on
// ConnectX, on rxe and on siw.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "verbatim/verbatim.hpp"

using namespace verbatim;
using namespace std::chrono_literals;
using request = verbs_qp<rc>::request;

int main(int argc, char** argv) try {
  const auto device = argc > 1 ? open_device(argv[1]) : open_device();  // such as rxe0
  pd domain(device);
  static std::array<std::byte, 4096> memory;
  std::fill_n(memory.begin(), 512, std::byte{42});
  mr region(domain, memory, access::local_write | access::remote_write | access::remote_read);
  verbs_cq completions(device, 64);
  verbs_qp<rc> qp(domain, completions);
  verbs_qp<rc> peer(domain, completions);  // usually in another program
  qp.connect(peer.address());
  peer.connect(qp.address());

  const auto there = region.remote(1024, 1024);
  request list[] = {
      request::write(region.slice(0, 512), there.slice(0, 512)),
      request::write(region.slice(0, 512), there.slice(512, 512)),
      request::read(region.slice(2048, 1024), there).fence().signal(7),  // after the WRITEs
  };
  if (const auto posted = qp.post(list); !posted)
    throw std::runtime_error("request " + std::to_string(posted.accepted) + ": " +
                             std::string(posted.message()));
  for (const auto& done : completions.completions(1, 10s)) {
    if (!done.ok()) throw std::runtime_error(explain(done));
    std::printf("request %d is done\n", static_cast<int>(done.wr_id()));
  }
  const bool same =
      std::all_of(&memory[2048], &memory[3072], [](auto b) { return b == std::byte{42}; });
  std::printf("the data came back %s\n", same ? "right" : "wrong");
  return same ? 0 : 1;
} catch (const std::exception& failed) {
  return std::fprintf(stderr, "any_device: %s\n", failed.what()), 1;
}
