// Adds up the steps of a message: doorbell, PCIe, NIC, link, switches, link, NIC, PCIe.
#include "engine/timing/nic_model.hpp"

#include <algorithm>
#include <cmath>

namespace verbatim::emulator {
namespace {

/// The bytes around the payload of a packet: LRH, BTH, ICRC and VCRC on InfiniBand; preamble, Ethernet
/// header, IPv4, UDP, BTH, ICRC, FCS and the gap before the next frame with RoCE v2 (IBTA vol. 1,
/// 5.2 and annex A17; IEEE 802.3).
constexpr unsigned infiniband_header = 8 + 12 + 4 + 2;
constexpr unsigned ethernet_header = 8 + 14 + 20 + 8 + 12 + 4 + 4 + 12;

/// The bytes of a RETH, which the first packet of a request has at most.
constexpr unsigned request_header = 16;

constexpr std::uint32_t cqe_bytes_in_memory = 64;
constexpr unsigned first_generation_of_lanes = 3;

/// Returns the number of packets, at least one, and the bytes in the last one.
std::uint32_t packets_in(const leaving& what) noexcept {
  return std::max(1u, (what.bytes + what.mtu - 1) / what.mtu);
}
std::uint32_t bytes_in_last(const leaving& what) noexcept {
  return what.bytes - (packets_in(what) - 1) * what.mtu;
}

double nanoseconds_of(std::chrono::nanoseconds span) noexcept {
  return static_cast<double>(span.count());
}

}  // namespace

nic_model::nic_model(const nic_profile& nic, const host_profile& host, const environment& around)
    : scale_(around.scale),
      wire_bytes_per_nanosecond_(around.gigabits / 8.0),
      pcie_bytes_per_nanosecond_(
          host.lane_gigabits * nic.pcie_lanes *
          std::exp2(static_cast<double>(nic.pcie_generation) - first_generation_of_lanes) / 8),
      packet_header_(around.ethernet ? ethernet_header : infiniband_header),
      pcie_payload_(host.pcie_payload),
      pcie_write_header_(host.pcie_write_header),
      pcie_read_header_(host.pcie_read_header),
      doorbell_(scaled(nanoseconds_of(host.doorbell))),
      pcie_read_(scaled(nanoseconds_of(host.pcie_read))),
      pcie_write_(scaled(nanoseconds_of(host.pcie_write))),
      gap_(scaled(1000.0 / nic.messages_per_microsecond)),
      way_(scaled(nanoseconds_of(host.hop) * around.hops)) {
  // The rest of the published time is spent in the two NICs. It was measured at the NIC's own rate.
  nic_model published = *this;
  published.wire_bytes_per_nanosecond_ = nic.gigabits / 8.0;
  const leaving what{.bytes = published_bytes};
  const model_span steps = doorbell_ + pcie_write_ + published.wire_load(what).whole +
                           pcie_load(what, pcie_write_header_).whole;
  processing_ = std::max(model_span{}, scaled(nanoseconds_of(nic.half_round_trip)) - steps) / 2;
}

model_span nic_model::scaled(double unscaled) const noexcept {
  constexpr double spans_per_nanosecond = model_span::period::den / 1e9;
  return model_span(std::llround(unscaled * scale_ * spans_per_nanosecond));
}

link_load nic_model::wire_load(const leaving& what) const noexcept {
  const auto span = [this](std::uint32_t bytes, std::uint32_t packets, unsigned extra) {
    const auto all = bytes + static_cast<double>(packets) * packet_header_ + extra;
    return scaled(all / wire_bytes_per_nanosecond_);
  };
  const unsigned extra = what.begins ? request_header : 0;
  const std::uint32_t packets = packets_in(what);
  return {span(std::min(what.bytes, what.mtu), 1, extra), span(what.bytes, packets, extra),
          span(bytes_in_last(what), 1, packets == 1 ? extra : 0)};
}

link_load nic_model::pcie_load(const leaving& what, unsigned header) const noexcept {
  const auto span = [&](std::uint32_t bytes) {
    const std::uint32_t packets = (bytes + pcie_payload_ - 1) / pcie_payload_;
    return scaled((bytes + static_cast<double>(packets) * header) / pcie_bytes_per_nanosecond_);
  };
  return {span(std::min(what.bytes, what.mtu)), span(what.bytes), span(bytes_in_last(what))};
}

departure_times nic_model::depart(device_links& links, unsigned port, passage at,
                                  const leaving& what) const noexcept {
  if (what.fetched && what.bytes != 0) {
    at = links.fetch.pass(at, pcie_load(what, pcie_read_header_)).after(pcie_read_);
  }
  at = links.ports[port - 1].leave.pass(at.after(processing_), wire_load(what));
  return {at.last, at.last + way_};
}

departure_times nic_model::request(device_links& links, unsigned port, model_time rung,
                                   const leaving& what) const noexcept {
  passage at{rung + doorbell_, rung + doorbell_};
  if (what.begins) at = links.begin.admit(at, gap_);
  return depart(links, port, at, what);
}

departure_times nic_model::answer(device_links& links, unsigned port, model_time taken,
                                  const leaving& what) const noexcept {
  return depart(links, port, {taken, taken}, what);
}

arrival_times nic_model::arrive(device_links* links, unsigned port, model_time arrives,
                                const leaving& what, std::uint32_t stores,
                                bool completes) const noexcept {
  device_links nobody;
  device_links& through = links ? *links : nobody;
  const link_load load = wire_load(what);
  const model_time last = through.ports[port - 1].arrive.merge(arrives, load.whole);
  const model_time first = std::max(last - load.whole + load.first, model_time{});
  passage at = passage{first, last}.after(processing_);
  arrival_times result{at.last, at.last};
  if (stores == 0 && !completes) return result;
  if (stores != 0) {
    at = through.store.pass(at, pcie_load({.bytes = stores, .mtu = what.mtu}, pcie_write_header_));
  }
  if (completes) {
    const passage behind{at.last, at.last};
    at = through.store.pass(
        behind, pcie_load({.bytes = cqe_bytes_in_memory, .mtu = what.mtu}, pcie_write_header_));
  }
  result.seen = at.last + pcie_write_;
  return result;
}

model_time nic_model::answered_after(model_time left, const leaving& response) const noexcept {
  const model_span fetch = response.fetched ? pcie_read_ : model_span{};
  return left + way_ * 2 + processing_ * 3 + fetch + wire_load(response).whole + pcie_write_;
}

}  // namespace verbatim::emulator
