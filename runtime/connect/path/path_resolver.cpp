// Path resolvers: objects that complete a path between two addresses.
#include "verbatim/connect/path/path_resolver.hpp"

#include <optional>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace {

template <class Value>
void take(std::optional<Value>& field, const std::optional<Value>& known) {
  if (known) field = known;
}

template <class Value>
bool contradict(const std::optional<Value>& a, const std::optional<Value>& b) {
  return a && b && *a != *b;
}

bool leads(const path& way, const path& wanted) {
  if (way.index() != wanted.index()) return false;
  const auto &known = route(way), &asked = route(wanted);
  if (contradict(known.sgid, asked.sgid) || contradict(known.dgid, asked.dgid)) return false;
  bool same_destination = known.dgid && asked.dgid;
  if (const auto* ib = std::get_if<ib_path>(&way)) {
    const auto& other = std::get<ib_path>(wanted);
    if (contradict(ib->slid, other.slid) || contradict(ib->dlid, other.dlid)) return false;
    same_destination = same_destination || (ib->dlid && other.dlid);
  } else if (contradict(std::get<roce_path>(way).type, std::get<roce_path>(wanted).type)) {
    return false;
  }
  return same_destination;
}

}  // namespace

path with_way_of(path wanted, const path& found) {
  if (auto* ib = std::get_if<ib_path>(&wanted)) {
    const auto& known = std::get<ib_path>(found);
    take(ib->slid, known.slid);
    take(ib->dlid, known.dlid);
    take(ib->sl, known.sl);
    take(ib->has_grh, known.has_grh);
  } else {
    const auto& known_roce = std::get<roce_path>(found);
    take(std::get<roce_path>(wanted).type, known_roce.type);
    take(std::get<roce_path>(wanted).sl, known_roce.sl);
  }
  auto& grh = route(wanted);
  const auto& known = route(found);
  take(grh.sgid, known.sgid);
  take(grh.dgid, known.dgid);
  take(grh.flow_label, known.flow_label);
  take(grh.traffic_class, known.traffic_class);
  take(grh.hop_limit, known.hop_limit);
  auto& agreed = terms(wanted);
  take(agreed.pkey, terms(found).pkey);
  take(agreed.mtu, terms(found).mtu);
  take(agreed.rate, terms(found).rate);
  take(agreed.packet_life_time, terms(found).packet_life_time);
  return wanted;
}

path static_resolver::resolve(const path& wanted, const local_end&) {
  for (const auto& way : ways_) {
    if (leads(way, wanted)) return with_way_of(wanted, way);
  }
  throw error(std::errc::host_unreachable, "resolve", to_string(wanted),
              "none of the " + std::to_string(ways_.size()) + " ways leads there");
}

}  // namespace verbatim
