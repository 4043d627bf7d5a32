// The queue pairs of both ends come to know each other, by rdma_cm.
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tools/info/obstacles.hpp"
#include "tools/perf/failure.hpp"
#include "tools/perf/meeting.hpp"
#include "tools/perf/talk.hpp"
#include "verbatim/verbs/base/error.hpp"
#ifdef VERBATIM_HAS_CM
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/connect/cm/route.hpp"
#endif

namespace verbatim::tools::perf {

#ifdef VERBATIM_HAS_CM

namespace {

using json = control::json;

/// The connections of the queue pairs, and their loop.
struct connections {
  cm::reactor loop;
  std::vector<cm::connection> all = {};
};

cm::kind kind_of(const parameters& what) noexcept {
  return what.connection == connection::uc ? cm::kind::uc : cm::kind::rc;
}

json memory_of(const exchange::side& own) {
  const auto& memory = own.memory.front();
  return {{"memory",
           {{"address", memory.address},
            {"length", memory.length},
            {"rkey", static_cast<std::uint32_t>(memory.rkey)}}}};
}

/// Returns what the queue pairs need to know about the peer, from its message.
exchange::agreement agreed_from(const json& said, const std::string& peer) {
  check_refusal(said, peer);
  try {
    const auto& memory = said.at("memory");
    exchange::agreement agreed;
    agreed.peer.memory.push_back({memory.at("address").get<std::uint64_t>(),
                                  memory.at("length").get<std::uint64_t>(),
                                  rkey(memory.at("rkey").get<std::uint32_t>()), "perf"});
    return agreed;
  } catch (const json::exception& e) {
    throw failure(nothing_run, peer + " does not say where its memory is: " + e.what());
  }
}

/// Refuses a way that is not by the device whose queue pairs are there.
void check_place(const std::string& device, unsigned port, const place& on,
                 const std::string& peer) {
  if (device == on.context.name() && port == on.port) return;
  throw failure(nothing_run, "rdma_cm reaches " + peer + " by " + device + ", port " +
                                 std::to_string(port) + ", and not by " + on.context.name() +
                                 ", port " + std::to_string(on.port) + ": use --device " + device +
                                 "/" + std::to_string(port));
}

cm::end_options end_of(const exchange::side& own) {
  return {.post_receives = [&own] { own.post_receives({}); }};
}

/// Connects the queue pairs one after the other, each by the step that `begin` returns. If this
/// fails, the peer learns why.
template <class Begin>
std::shared_ptr<void> connect_all(lane& own, const parameters& what, control& peer,
                                  const Begin& begin) {
  try {
    auto made = std::make_shared<connections>();
    auto step = begin(made->loop);
    for (std::uint32_t i = 0; i < all_queue_pairs(what); ++i) {
      const auto side = own.side(i);
      peer.send(memory_of(side));
      own.meet(i, agreed_from(peer.receive(peer.patience()), peer.peer()));
      made->all.push_back(step(side, std::get<connected_qp>(side.qp)));
    }
    return made;
  } catch (const error& e) {
    const auto words = info::sentence_of(e);
    if (peer.look() == control::state::quiet) peer.send({{"refused", words}});
    throw failure(nothing_run, words);
  }
}

}  // namespace

std::shared_ptr<void> connect_by_cm(lane& own, const parameters& what, control& peer,
                                    const place& on, const std::string& host) {
  return connect_all(own, what, peer, [&](const cm::reactor& loop) {
    const auto said = peer.receive(peer.patience());
    check_refusal(said, peer.peer());
    return [&, service = std::to_string(said.value("rdma_cm_port", 0))](const exchange::side& side,
                                                                        const connected_qp& qp) {
      auto route =
          cm::resolve(loop, host, service, {.kind = kind_of(what), .timeout = peer.patience()});
      check_place(route.device(), route.port(), on, host);
      return std::move(route).connect(qp, {.end = end_of(side), .timeout = peer.patience()});
    };
  });
}

std::shared_ptr<void> accept_by_cm(lane& own, const parameters& what, control& peer,
                                   const place& on) {
  return connect_all(own, what, peer, [&](const cm::reactor& loop) {
    cm::listener door(loop, {.kind = kind_of(what)});
    peer.send({{"rdma_cm_port", door.port()}});
    return [&, door](const exchange::side& side, const connected_qp& qp) mutable {
      auto request = door.next(peer.patience());
      check_place(request.device(), request.port(), on, peer.peer());
      return std::move(request).accept(qp, {.end = end_of(side), .timeout = peer.patience()});
    };
  });
}

std::string device_towards(const std::string& host) {
  try {
    const cm::reactor loop;
    const auto route = cm::resolve(loop, host, "1");
    return route.device() + '/' + std::to_string(route.port());
  } catch (const error& e) {
    throw failure(nothing_run, info::sentence_of(e));
  }
}

#else

namespace {

failure built_without() {
  return {nothing_run, "this program was built without rdma_cm: leave out --rdma-cm"};
}

}  // namespace

std::shared_ptr<void> connect_by_cm(lane&, const parameters&, control&, const place&,
                                    const std::string&) {
  throw built_without();
}

std::shared_ptr<void> accept_by_cm(lane&, const parameters&, control&, const place&) {
  throw built_without();
}

std::string device_towards(const std::string&) { throw built_without(); }

#endif

}  // namespace verbatim::tools::perf
