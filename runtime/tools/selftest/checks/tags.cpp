// A tag-matching SRQ, and what completes there.
#include "tools/selftest/checks/tags.hpp"

#include "tools/describe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/tm_srq.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::uint32_t message_bytes = 100;

}  // namespace

struct tag_bench::objects {
  using srq_type = tm_srq<int>;
  using receiver = rc_qp<int, on_tm_srq<int>>;
  using sender = rc_qp<int>;

  explicit objects(bench& on)
      : cq(on.context(), 64),
        sent(on.context(), 64),
        srq(on.pd(), cq, {.max_wr = 8, .max_tags = 5, .max_commands = 16}),
        to(on.pd(), cq, srq, on.attributes()),
        from(on.pd(), sent, on.attributes()) {
    const auto address = to.address();
    to.connect(from.address());
    from.connect(address);
  }

  verbatim::cq<receiver, srq_type> cq;
  verbatim::cq<sender> sent;
  srq_type srq;
  receiver to;
  sender from;
  std::uint16_t tag = 0;
  std::uint16_t command = 0;  ///< index of the next command
  std::uint16_t last = 0;
};

tag_bench::tag_bench(bench& on) : on_(on) {
  if (on.context().capabilities().max_tags == 0) {
    throw skip{"the device does not claim tag matching"};
  }
  if (on.on_ethernet()) {
    throw skip{"libmlx5 cannot connect the command queue of a tag-matching SRQ on Ethernet",
               "name a port whose link layer is InfiniBand"};
  }
  objects_ = std::make_unique<objects>(on);
}

tag_bench::~tag_bench() = default;

seen tag_bench::next() {
  seen one;
  bool came = false;
  const bool in_time = on_.wait([&] {
    objects_->cq.poll(
        [&](auto&& c) {
          one = keep(c);
          came = true;
        },
        1);
    return came;
  });
  if (!in_time) throw failure{"no completion of tag matching came in time"};
  if (one.status != cqe_syndrome::ok) throw failure{in_words(one)};
  return one;
}

seen tag_bench::append(std::uint64_t tag) {
  objects_->last = static_cast<std::uint16_t>(objects_->srq.tags().commands().pi());
  const auto posted = objects_->srq.tags().append(tag, ~std::uint64_t{0}, on_.address(inbox),
                                                  static_cast<std::uint32_t>(part), on_.lkey(), 1);
  if (!posted) throw failure{std::string(message(posted.error()))};
  objects_->tag = posted.tag();
  objects_->srq.tags().ring_doorbell();
  return next();
}

seen tag_bench::remove() {
  const auto posted = objects_->srq.tags().remove(objects_->tag);
  if (!posted) throw failure{std::string(message(posted.error()))};
  objects_->last = posted.wqe_index();
  objects_->srq.tags().ring_doorbell();
  return next();
}

seen tag_bench::sync() {
  const auto posted = objects_->srq.tags().sync();
  if (!posted) throw failure{std::string(message(posted.error()))};
  objects_->last = posted.wqe_index();
  objects_->srq.tags().ring_doorbell();
  return next();
}

seen tag_bench::send(std::uint64_t tag, bool solicited) {
  tmh_seg{.opcode = tmh_op::eager, .app_ctx = 0x01020304, .tag = tag}.write(
      on_.memory(source).data());
  const auto posted = objects_->from.sq_wqe()
                          .send({.solicited = solicited})
                          .sge(on_.address(source), message_bytes, on_.lkey())
                          .signal(1)
                          .finish();
  if (!posted) throw failure{std::string(message(posted.error()))};
  objects_->from.ring_doorbell();
  const auto received = next();
  seen one;
  bool came = false;
  (void)on_.wait([&] {
    objects_->sent.poll([&](auto&& c) {
      one = keep(c);
      came = true;
    });
    return came;
  });
  if (!came) throw failure{"the sender's completion did not come in time"};
  if (one.status != cqe_syndrome::ok) throw failure{in_words(one)};
  return received;
}

std::vector<std::byte> tag_bench::command() const {
  const auto* const at = objects_->srq.tags().commands().wqe_at(objects_->last);
  return {at, at + ctrl_seg::read(at).ds * octoword};
}

void try_tag(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  tag_bench tags(on);
  on.refill();
  auto cqe = tags.append(5);
  auto expected = cqe_app_op::tm_append;
  if (wqe == "tag_append") {
    const auto appended = tags.command();
    const auto received = tags.send(5, false);
    to.note("receiver's CQE", hex(received.bytes));
    const auto view = tm_receive_cqe(received.bytes.data());
    to.require_equal("tag of the receiver's CQE", view.tag(), 5);
    to.require_equal("byte_cnt of the receiver's CQE", view.byte_cnt(),
                     message_bytes - tmh_seg::size);
    to.require(std::ranges::equal(on.memory(source + tmh_seg::size, message_bytes - tmh_seg::size),
                                  on.memory(inbox, message_bytes - tmh_seg::size)),
               "the message is wrong in the buffer of its tag");
    to.observed(appended);
  } else if (wqe == "tag_remove") {
    cqe = tags.remove();
    expected = cqe_app_op::tm_remove;
    to.require(tm_list_cqe(cqe.bytes.data()).success() == 1, "the tag was not removed");
    to.observed(tags.command());
  } else {
    cqe = tags.sync();
    expected = cqe_app_op::tm_noop;
    to.observed(tags.command());
  }
  const auto text = describe_wqe(tags.command(), transport);
  to.require(text.find('!') == std::string::npos, "the WQE contradicts the specs:\n" + text);
  to.note("CQE of the command", hex(cqe.bytes));
  to.require_equal("app of the CQE", cqe.cqe().app(), 1);
  to.require_equal("app_op of the CQE", static_cast<unsigned>(cqe.cqe().app_op()),
                   static_cast<unsigned>(expected));
  to.say("the command does what it says, and its CQE is right");
}

}  // namespace verbatim::tools::selftest
