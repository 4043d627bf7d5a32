// The open device, memory and queue pairs that all checks share.
#include "tools/selftest/bench.hpp"

#include <algorithm>
#include <thread>

#include "verbatim/generated/layouts.hpp"
#include "verbatim/queue/completion/explain.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr auto rights =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;

/// Capabilities that programs may query only with DevX; nothing without it.
template <class Group>
std::optional<Group> query(const verbatim::context& context) {
  if (!context.is_mlx5()) return std::nullopt;
  try {
    return Group(*context.body(), firmware::query_hca_cap::title);
  } catch (const error&) {
    return std::nullopt;
  }
}

}  // namespace

bench::bench(const verbatim::context& context, const settings& how)
    : context_(context),
      how_(how),
      port_(context.port(how.port)),
      gid_index_(how.gid_index.value_or(context.body()->best_gid_index(port_))),
      pd_(context),
      mr_(mr::allocate(pd_, 4 * part,
                       {.access = context.is_mlx5() ? rights | access::mw_bind : rights})),
      general_(query<verbs::hca_capabilities>(context)),
      atomic_(query<verbs::atomic_capabilities>(context)) {
  if (context.is_mlx5()) uar_.emplace(pd_);
  refill();
}

void bench::refill() {
  const auto seed = 17 * ++fills_;
  const auto bytes = memory(source);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(seed + 7 * i + (i >> 8));
  }
  std::ranges::fill(memory(target_at, 3 * part), untouched);
}

bool bench::arrived(std::size_t from, std::size_t at, std::size_t bytes,
                    std::string_view transport) const {
  const auto same = [&] { return std::ranges::equal(memory(from, bytes), memory(at, bytes)); };
  return transport == "uc" ? wait(same) : same();
}

qp_attributes bench::attributes() const {
  return {.max_send_wqebbs = 128, .max_recv_wr = 64, .port = how_.port, .gid_index = gid_index_};
}

lane& bench::on(std::string_view transport) {
  auto& found = lanes_[std::string(transport)];
  if (found == nullptr) {
    const auto& t = transport;
    if (t == "rc" || t == "uc") {
      found = make_connected_lane(*this, t);
    } else if (t.starts_with("ud") && t != "ud_underlay") {
      found = make_datagram_lane(*this, t);
    } else if (t.starts_with("dci")) {
      found = make_dc_lane(*this, t);
    } else if (t == "xrc") {
      found = make_xrc_lane(*this);
    } else if (t == "raw_packet") {
      found = make_packet_lane(*this);
    } else {
      throw failure{"no queue pairs are made for the transport " + std::string(t)};
    }
  }
  return *found;
}

std::optional<std::uint32_t> bench::capability(
    const verbs::hca_capabilities::capability& which) const {
  if (!general_) return std::nullopt;
  return general_->value(which);
}

std::optional<std::uint32_t> bench::capability(
    const verbs::atomic_capabilities::capability& which) const {
  if (!atomic_) return std::nullopt;
  return atomic_->value(which);
}

void bench::require(const verbs::hca_capabilities::capability& which) const {
  if (capability(which) == 0u) {
    throw skip{"the device does not claim " + std::string(which.name) +
               " (QUERY_HCA_CAP, mlx5_ifc.h)"};
  }
}

std::vector<seen> bench::collect(lane& from, std::size_t count) const {
  std::vector<seen> all;
  const auto failed = [&] {
    return std::ranges::any_of(all, [](auto& one) { return one.status != cqe_syndrome::ok; });
  };
  const bool came = wait([&] {
    if (all.size() < count) from.poll(all, static_cast<unsigned>(count - all.size()));
    return all.size() >= count || failed();
  });
  if (!came) {
    throw failure{std::to_string(all.size()) + " of " + std::to_string(count) +
                  " completions came within " + std::to_string(how_.patience.count()) + " ms"};
  }
  return all;
}

void bench::pause() { std::this_thread::yield(); }

std::string in_words(const seen& failed) {
  auto text = explain(completion_view(failed.cqe(), true));
  std::string line;
  for (const auto letter : text) {
    if (letter == '\n') {
      line += "; ";
    } else if (letter != ' ' || !line.ends_with(' ')) {
      line += letter;
    }
  }
  // The first two lines name the syndrome and the vendor syndrome; the rest is advice.
  const auto first = line.find("; ");
  return line.substr(0, first == std::string::npos ? first : line.find("; ", first + 2));
}

}  // namespace verbatim::tools::selftest
