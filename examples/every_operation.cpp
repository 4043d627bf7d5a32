// Runs every operation between two RC queue pairs in one process. For each operation it prints the
// call, the WQE and the CQEs, as hex beside the named fields, and verifies the data.
//
//   verbatim-emulator every_operation   (or without the emulator, on a machine with a ConnectX)
#include <fmt/format.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tools/describe.hpp"
#include "verbatim/verbatim.hpp"

namespace tools = verbatim::tools;
using qp_type = verbatim::rc_qp<int>;

// The offsets and the size of the parts of an end's memory, in bytes.
constexpr std::size_t outbox = 0, target = 1024, inbox = 2048, fetched = 3072, part = 1024;

/// One end: a queue pair, its completions, and memory that the peer may use.
struct end {
  explicit end(const verbatim::pd& domain)
      : region(domain, memory,
               verbatim::access::local_write | verbatim::access::remote_write |
                   verbatim::access::remote_read | verbatim::access::remote_atomic |
                   verbatim::access::mw_bind),
        completions(domain.context(), 64),
        qp(domain, completions, {}) {}

  std::uint64_t address(std::size_t where) const {
    return reinterpret_cast<std::uintptr_t>(memory.data()) + where;
  }
  std::span<std::byte> bytes(std::size_t where, std::size_t length) {
    return std::span(memory).subspan(where, length);
  }
  std::uint64_t& number(std::size_t where) {
    return *reinterpret_cast<std::uint64_t*>(memory.data() + where);
  }

  alignas(64) std::array<std::byte, 4 * part> memory{};
  verbatim::mr region;
  verbatim::cq<qp_type> completions;
  qp_type qp;
};

/// Returns the text of a chain of calls without line breaks and indentation.
std::string one_line(std::string chain) {
  for (std::size_t at; (at = chain.find(" .")) != std::string::npos && chain[at - 1] != ',';)
    chain.erase(at, 1);
  return chain;
}

/// Runs operations from a to b, prints their results, and counts the correct ones.
class ledger {
 public:
  ledger(end& a, end& b) : a_(a), b_(b) {}

  /// Runs one operation. `post` builds its WQE on a, `receives` is true if it completes a receive
  /// on b, and `verify` checks the data afterwards.
  template <class Post, class Verify>
  void run(std::string_view title, bool receives, const std::string& call, Post post,
           Verify verify) {
    begin(title, call);
    if (receives) {
      auto posted = b_.qp.rq_wqe().sge(b_.address(inbox), part, b_.region.lkey()).finish(number_);
      if (!posted) throw std::runtime_error(std::string(message(posted.error())));
      b_.qp.ring_recv_doorbell();
    }
    ring(a_, post());
    wait(a_, "CQE of the sender");
    if (receives) wait(b_, "CQE of the receiver");
    verdict(verify());
  }

  /// Runs an operation that b posts.
  template <class Post>
  void run_on_b(std::string_view title, const std::string& call, Post post) {
    begin(title, call);
    ring(b_, post());
    wait(b_, "CQE");
    verdict(true);
  }

  /// These are values of the current operation: the entry for signal(), and the opcode and the
  /// immediate data of the receiver's CQE.
  const int& number() const { return number_; }
  verbatim::cqe_opcode received() const { return received_; }
  std::uint32_t imm() const { return imm_; }

  int summary() const {
    fmt::print("\n{} of {} operations completed with correct data\n", correct_, number_);
    return correct_ == number_ ? EXIT_SUCCESS : EXIT_FAILURE;
  }

 private:
  void begin(std::string_view title, const std::string& call) {
    ++number_;
    fmt::print("\n{:2}. {}\n    {}\n", number_, title, call);
  }

  static void ring(end& who, verbatim::post_result posted) {
    if (!posted) throw std::runtime_error(std::string(message(posted.error())));
    print("WQE", tools::describe_wqe(who.qp.wqe(posted.wqe_index())));
    who.qp.ring_doorbell();
  }

  void verdict(bool correct) {
    fmt::print("  data {}\n", correct ? "correct" : "WRONG");
    correct_ += correct;
  }

  void wait(end& who, std::string_view label) {
    using clock = std::chrono::steady_clock;
    const auto deadline = clock::now() + std::chrono::seconds(10);
    const auto note = [&](auto&& completion) {
      print(label, tools::describe_cqe({completion.cqe().bytes(), verbatim::cqe64::size}));
      if (!completion.ok()) throw std::runtime_error(explain(completion));
      if (completion.entry != number_) throw std::runtime_error("completed another operation");
      received_ = completion.cqe().opcode();
      imm_ = completion.cqe().imm();
    };
    while (who.completions.poll(note, 1) == 0) {
      if (clock::now() > deadline) throw std::runtime_error("no completion for 10 seconds");
    }
  }

  static void print(std::string_view label, const std::string& lines) {
    fmt::print("  {}\n", label);
    for (std::size_t begin = 0, end; (end = lines.find('\n', begin)) != std::string::npos;) {
      fmt::print("    {}\n", std::string_view(lines).substr(begin, end - begin));
      begin = end + 1;
    }
  }

  end& a_;
  end& b_;
  int number_ = 0;
  int correct_ = 0;
  verbatim::cqe_opcode received_{};
  std::uint32_t imm_ = 0;
};

// Expands to the text of a chain, and a function that runs the same chain.
#define CALL(expression) one_line(#expression), [&] { return expression; }

int main(int argc, char**) try {
  if (argc != 1) return std::fprintf(stderr, "usage: every_operation\n"), 2;
  using verbatim::cqe_opcode;
  const verbatim::pd domain(verbatim::open_device());
  end a(domain), b(domain);
  a.qp.connect(b.qp.address());
  b.qp.connect(a.qp.address());

  // A window on b's memory with its own key, which the peer may invalidate.
  const std::unique_ptr<ibv_mw, int (*)(ibv_mw*)> window(
      ibv_alloc_mw(domain.native(), IBV_MW_TYPE_2), ibv_dealloc_mw);
  if (!window) throw std::runtime_error("ibv_alloc_mw failed: the device has no memory windows");
  const verbatim::rkey window_key(ibv_inc_rkey(window->rkey));

  ledger account(a, b);
  auto& qp = a.qp;
  const auto& entry = account.number();
  const auto local = a.address(outbox), result = a.address(fetched), remote = b.address(target);
  const auto lkey = a.region.lkey();
  const auto rkey = b.region.rkey();
  const auto greeting = std::as_bytes(std::span("thirty-two bytes inside the WQE"));
  const auto refill = [&](int seed) {  // new data to send, and no old data at the target
    for (std::size_t i = 0; i < part; ++i)
      a.memory[outbox + i] = static_cast<std::byte>(7 * i + static_cast<unsigned>(seed));
    std::ranges::fill(b.bytes(target, 2 * part), std::byte{0xee});
    std::ranges::fill(a.bytes(fetched, part), std::byte{0xee});
  };
  const auto arrived = [&](std::size_t where, std::size_t length) {
    return std::ranges::equal(b.bytes(where, length), a.bytes(outbox, length));
  };

  refill(1);
  account.run("SEND", true, CALL(qp.sq_wqe().send().sge(local, 512, lkey).signal(entry).finish()),
              [&] { return account.received() == cqe_opcode::resp_send && arrived(inbox, 512); });
  refill(2);
  account.run("SEND of two pieces, after a fence", true,
              CALL(qp.sq_wqe()
                       .send({.fence = verbatim::fence_mode::reads_atomics_and_key_changes,
                              .solicited = true})
                       .sge(local, 100, lkey)
                       .sge(local + 100, 200, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return arrived(inbox, 300); });
  refill(3);
  account.run("SEND, inline", true,
              CALL(qp.sq_wqe().send().inline_data(greeting).signal(entry).finish()),
              [&] { return std::ranges::equal(b.bytes(inbox, greeting.size()), greeting); });
  refill(4);
  account.run("SEND with immediate data", true,
              CALL(qp.sq_wqe().send().imm(0xcafe).sge(local, 64, lkey).signal(entry).finish()),
              [&] {
                return account.received() == cqe_opcode::resp_send_imm && account.imm() == 0xcafe &&
                       arrived(inbox, 64);
              });
  const verbatim::mkey_ctx_seg view{.remote_write = 1,
                                    .qpn = b.qp.qpn(),
                                    .mkey_7_0 = static_cast<std::uint8_t>(window_key.value()),
                                    .start_addr = remote,
                                    .len = part};
  account.run_on_b("Bind a memory window", CALL(b.qp.sq_wqe()
                                                    .bind_mw()
                                                    .window(verbatim::rkey(window->rkey))
                                                    .to(view)
                                                    .klm(part, b.region.lkey(), remote)
                                                    .signal(entry)
                                                    .finish()));
  refill(5);
  account.run("RDMA WRITE through the window", false,
              CALL(qp.sq_wqe()
                       .write()
                       .rdma(remote, window_key)
                       .sge(local, 700, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return arrived(target, 700); });
  refill(6);
  account.run(
      "SEND with invalidate", true,
      CALL(qp.sq_wqe().send().invalidate(window_key).sge(local, 64, lkey).signal(entry).finish()),
      [&] {
        return account.received() == cqe_opcode::resp_send_inv &&
               account.imm() == window_key.value() && arrived(inbox, 64);
      });
  refill(7);
  account.run(
      "RDMA WRITE", false,
      CALL(qp.sq_wqe().write().rdma(remote, rkey).sge(local, 1024, lkey).signal(entry).finish()),
      [&] { return arrived(target, 1024); });
  refill(8);
  account.run(
      "RDMA WRITE, inline", false,
      CALL(qp.sq_wqe().write().rdma(remote, rkey).inline_data(greeting).signal(entry).finish()),
      [&] { return std::ranges::equal(b.bytes(target, greeting.size()), greeting); });
  refill(9);
  account.run("RDMA WRITE with immediate data", true,
              CALL(qp.sq_wqe()
                       .write()
                       .imm(77)
                       .rdma(remote, rkey)
                       .sge(local, 256, lkey)
                       .signal(entry)
                       .finish()),
              [&] {
                return account.received() == cqe_opcode::resp_wr_imm && account.imm() == 77 &&
                       arrived(target, 256);
              });
  refill(10);
  std::ranges::copy(a.bytes(outbox, part), b.bytes(target, part).begin());
  account.run("RDMA READ into two pieces", false,
              CALL(qp.sq_wqe()
                       .read()
                       .rdma(remote, rkey)
                       .sge(result, 500, lkey)
                       .sge(result + 500, 24, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return std::ranges::equal(a.bytes(fetched, 524), b.bytes(target, 524)); });
  b.number(target) = 40;
  account.run("Compare-and-swap", false,
              CALL(qp.sq_wqe()
                       .cas()
                       .rdma(remote, rkey)
                       .operands(40, 1000)
                       .sge(result, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return a.number(fetched) == 40 && b.number(target) == 1000; });
  account.run("Fetch-and-add", false,
              CALL(qp.sq_wqe()
                       .fetch_add()
                       .rdma(remote, rkey)
                       .operands(24)
                       .sge(result, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return a.number(fetched) == 1000 && b.number(target) == 1024; });
  account.run("Fetch-and-or of 32 bits", false,
              CALL(qp.sq_wqe()
                       .fetch_or32()
                       .rdma(remote, rkey)
                       .operands(0x0f)
                       .sge(result, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return b.number(target) == (1024 | 0x0f); });
  b.number(target) = 0x0000'0001'ffff'ffff;
  account.run("Fetch-and-add to two numbers of 32 bits side by side", false,
              CALL(qp.sq_wqe()
                       .masked_fetch_add64()
                       .rdma(remote, rkey)
                       .operands(0x0000'0001'0000'0001, 0x8000'0000'8000'0000)
                       .sge(result, lkey)
                       .signal(entry)
                       .finish()),
              [&] { return b.number(target) == 0x0000'0002'0000'0000; });
  account.run("NOP", false, CALL(qp.sq_wqe().nop().signal(entry).finish()), [] { return true; });
  return account.summary();
} catch (const std::exception& error) {
  std::fprintf(stderr, "every_operation: %s\n", error.what());
  return EXIT_FAILURE;
}
