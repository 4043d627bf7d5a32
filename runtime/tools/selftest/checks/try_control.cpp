// Checks of WQEs that wait for something or let others go, and of copies within memory.
#include <infiniband/verbs.h>

#include <cstring>
#include <thread>

#include "tools/selftest/build.hpp"
#include "tools/selftest/check.hpp"
#include "tools/selftest/checks/cross_channel.hpp"
#include "tools/selftest/twin.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::tools::selftest {
namespace {

/// Stores a number as the device compares it.
void store(const bench& on, std::size_t at, std::uint64_t value) {
  std::array<std::byte, 8> bytes;
  wire::store64(bytes.data(), value);
  std::uint64_t word;
  std::memcpy(&word, bytes.data(), sizeof word);
  *reinterpret_cast<volatile std::uint64_t*>(on.memory(at, sizeof word).data()) = word;
}

void post_one(lane& at, const request& r, int entry) {
  const auto posted = at.post(r, entry);
  if (!posted || !*posted) throw failure{"the WAIT cannot be posted"};
}

/// A device that does not know the WQE refuses it as one that is malformed.
void check_waited(verdict& to, const seen& waited) {
  if (waited.status == cqe_syndrome::local_qp_op_err) {
    throw skip{"the device does not execute it: " + in_words(waited)};
  }
  if (waited.status != cqe_syndrome::ok) throw failure{in_words(waited)};
  to.note("CQE", hex(waited.bytes));
  to.require(waited.cqe().s_wqe_opcode() == opcode::wait, "s_wqe_opcode is not that of a WAIT");
}

void wait_for_data(bench& on, verdict& to, lane& at) {
  request r{.wqe = "wait_data",
            .local = on.address(results),
            .lkey = on.lkey(),
            .value = 0x22,
            .value_mask = 0xff};
  store(on, results, 0x1121);
  post_one(at, r, 1);
  post_one(at, {.wqe = "nop"}, 2);
  at.ring();
  std::this_thread::sleep_for(moment);
  std::vector<seen> early;
  at.poll(early, 2);
  if (!early.empty()) check_waited(to, early.front());
  to.require(early.empty(), "it did not wait for its value");
  store(on, results, 0x1122);
  early = on.collect(at, 2);
  check_waited(to, early.front());
  to.require(early.front().entry == 1, "the WQE behind it completed first");
}

void wait_for_time(bench& on, verdict& to, lane& at) {
  const auto khz = on.context().capabilities().clock_khz;
  if (khz == 0) throw skip{"the device does not tell the frequency of its clock"};
  const auto now = complete(on, at, {.wqe = "nop"}).cqe().timestamp();
  const auto until = now + 5 * khz;  // ticks of 5 ms
  post_one(at, {.wqe = "wait_time", .value = until}, 1);
  at.ring();
  const auto waited = on.collect(at, 1).front();
  check_waited(to, waited);
  to.note("time waited for", hex(until));
  to.note("time of the CQE", hex(waited.cqe().timestamp()));
  to.require(waited.cqe().timestamp() >= until, "it completed before its time");
}

template <class Transport>
post_result copy_by_ours(twin& on, mmio::doorbell_register& doorbell, const request& r) {
  const auto& rings = on.rings();
  send_queue<Transport, int> sends({.ring = static_cast<std::byte*>(rings.sq.buf),
                                    .wqebbs = rings.sq.wqe_cnt,
                                    .dbrec = reinterpret_cast<std::byte*>(rings.dbrec) + 4,
                                    .doorbell = &doorbell,
                                    .qpn = on.qpn()});
  const auto posted = build<Transport>(sends, {}, r, 1);
  sends.ring_doorbell();
  return *posted;
}

}  // namespace

void try_wait(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  auto& at = on.on(transport);
  on.refill();
  if (wqe == "wait_data") {
    wait_for_data(on, to, at);
    to.say("it waits until memory has the value");
  } else {
    wait_for_time(on, to, at);
    to.say("it waits until the device's clock shows the time");
  }
}

void try_channel(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  if (transport != "rc") {
    throw skip{"no command makes a cross-channel master of this transport here",
               "see the finding for rc"};
  }
  cross_channel_pairs pairs(on);
  if (wqe == "wait_cq") {
    pairs.wait_for_completion(on, to);
    to.say("it waits until the CQ has as many completions");
  } else {
    pairs.enable(on, to, wqe == "recv_enable");
    to.say("the managed queue runs as far as it was enabled");
  }
}

void try_copy(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  on.require(firmware::cmd_hca_cap::dma_mmo_qp);
  (void)on.on(transport);  // skips the transports of another link layer
  on.refill();
  twin pair(on, transport, true);
  const auto& rings = pair.rings();
  mmio::doorbell_register doorbell(static_cast<std::byte*>(rings.bf.reg), rings.bf.size);
  auto r = usual_request(on, wqe, 1000);
  r.number = r.lkey.value();
  r.value = on.address(results);
  const auto posted = transport == "rc"            ? copy_by_ours<rc>(pair, doorbell, r)
                      : transport == "dci"         ? copy_by_ours<dci>(pair, doorbell, r)
                      : transport == "dci_compact" ? copy_by_ours<dci_compact>(pair, doorbell, r)
                                                   : copy_by_ours<dci_roce>(pair, doorbell, r);
  if (!posted) throw failure{std::string(message(posted.error()))};
  to.observed(pair.wqes(1));
  (void)pair.wait();
  if (!std::ranges::equal(on.memory(source, r.length), on.memory(target_at, r.length))) {
    to.require(false, "the copy differs");
  }
  to.note("result", hex(on.memory(results, 64)));
  to.say("the memory was copied");
}

}  // namespace verbatim::tools::selftest
