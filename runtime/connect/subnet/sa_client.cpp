// A client of the subnet administrator of an InfiniBand subnet.
#include "verbatim/connect/subnet/sa_client.hpp"

#include <infiniband/umad_sa.h>
#include <infiniband/umad_types.h>

#include <string>
#include <string_view>
#include <utility>

#include "verbatim/connect/subnet/path_record.hpp"
#include "verbatim/connect/subnet/sa_agent.hpp"
#include "verbatim/verbs/base/result.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/values/path_fields.hpp"

namespace verbatim::subnet {

using detail::sa_agent;
using detail::sa_request;

namespace {

constexpr std::uint16_t first_mlid = 0xc000;

/// Returns true if the GID is a group on InfiniBand. A multicast IPv4 address is a group only on
/// RoCE.
bool is_group(const gid& gid) { return gid.is_multicast() && !gid.is_ipv4(); }

std::string describe(const ib_path& path) { return to_string(verbatim::path(path)); }

sa_request about_path(const ib_path& wanted) {
  return {.call = "resolve",
          .object = describe(wanted),
          .method = UMAD_METHOD_GET,
          .attribute = records::path_record::attribute,
          .if_none = "no such path: is the destination's address right, and its port up?",
          .if_invalid = "the query is not valid"};
}

sa_request about_group(std::string_view call, std::uint8_t method, const ib_path& to_group,
                       std::string_view if_invalid) {
  return {.call = call,
          .object = describe(to_group),
          .method = method,
          .attribute = records::mcmember_record::attribute,
          .if_none = "no such group",
          .if_invalid = if_invalid};
}

sa_request about_service(std::string_view call, std::uint8_t method, std::string service) {
  return {.call = call,
          .object = std::move(service),
          .method = method,
          .attribute = records::service_record::attribute,
          .if_none = "no such service",
          .if_invalid = "the service is not valid: is its port in the partition of its P_Key?"};
}

sa_request to_join(const ib_path& to_group) {
  return about_group(
      "join", UMAD_METHOD_SET, to_group,
      "the group is not valid: its MTU or rate is more than the port's, or its MGID is "
      "reserved (ff1x:401b:P_Key:: and ff1x:601b:P_Key:: are IPoIB's)");
}

/// Returns the fields in which the group differs from `wanted`: `mtu is 2048 bytes, not 4096
/// bytes`.
std::string differences(ib_path wanted, const ib_path& group) {
  // Either kind of membership satisfies a wanted partition.
  if (wanted.terms.pkey && wanted.terms.pkey->partition() == group.terms.pkey->partition()) {
    wanted.terms.pkey = group.terms.pkey;
  }
  const path asked = wanted, had = group;
  std::vector<std::string> values;
  for_each_field(had, [&](std::string_view, const auto& field) {
    values.push_back(field ? field_text(field) : std::string());
  });
  std::string all;
  auto value = values.begin();
  for_each_field(asked, [&](std::string_view name, const auto& field) {
    const auto& is = *value++;
    if (!field || is.empty() || is == field_text(field)) return;
    all.append(all.empty() ? "" : ", ").append(name).append(" is ").append(is);
    all.append(", not ").append(field_text(field));
  });
  return all;
}

/// Sets the missing fields that are required to make a group.
void complete(ib_path& to_group) {
  const auto set = [](auto& field, auto value) {
    if (!field) field = value;
  };
  set(to_group.terms.qkey, activate_attributes{}.qkey);
  set(to_group.terms.pkey, pkey());
  set(to_group.sl, std::uint8_t{0});
  set(to_group.grh.flow_label, 0u);
  set(to_group.grh.traffic_class, std::uint8_t{0});
}

}  // namespace

membership::membership(std::shared_ptr<sa_agent> agent, ib_path asked, subnet::role role)
    : agent_(std::move(agent)), path_(std::move(asked)), role_(role) {
  renew();
}

void membership::renew() {
  const auto request = to_join(path_);
  check_member(request);
  const auto answer = agent_->ask(request, detail::record_for_member(path_, role_));
  auto joined = detail::path_to_group(answer.record<detail::multicast_record::size>(0));
  if (!is_group(*joined.grh.dgid) || joined.dlid->value() < first_mlid) {
    throw agent_->refuse(request, std::errc::bad_message,
                         "the subnet administrator's answer makes no sense: " + describe(joined));
  }
  joined.grh.sgid = path_.grh.sgid;
  path_ = joined;
}

void membership::leave() {
  const auto request = about_group("leave", UMAD_SA_METHOD_DELETE, path_,
                                   "the port is no such member: has another program left for it?");
  check_member(request);
  const auto agent = std::exchange(agent_, nullptr);
  const ib_path member{.grh = {.sgid = path_.grh.sgid, .dgid = path_.grh.dgid}};
  agent->ask(request, detail::record_for_member(member, role_));
}

membership::~membership() {
  if (agent_) (void)attempt([&] { leave(); });
}

void membership::check_member(const sa_request& request) const {
  if (agent_) return;
  throw error(std::errc::invalid_argument, request.call, request.object, "it was left before");
}

client::client(subnet::options options) : agent_(std::make_shared<sa_agent>(std::move(options))) {}

ib_path subnet::client::path(const ib_path& wanted) const {
  auto asked = wanted;
  if (!asked.grh.sgid && !asked.slid) asked.grh.sgid = agent_->port().first_gid;
  const auto answer = agent_->ask(about_path(wanted), detail::query_for(asked));
  return detail::path_of(answer.record<detail::path_record::size>(0));
}

membership subnet::client::join(const ib_path& to_group, const join_options& options) const {
  const auto port = agent_->port();
  const auto request = to_join(to_group);
  const auto refuse = [&](const std::string& reason) {
    return agent_->refuse(request, std::errc::invalid_argument, reason);
  };
  auto wanted = to_group;
  const auto mgid = wanted.grh.dgid.value_or(gid{});
  if (mgid.is_zero()) {
    wanted.grh.dgid.reset();
  } else if (!is_group(mgid)) {
    throw refuse(to_string(mgid) + " is no multicast GID of InfiniBand: those begin with ff");
  }
  const auto check = [&](const ib_path& group) {
    if (const auto all = differences(wanted, group); !all.empty()) {
      throw refuse("the group is another: " + all);
    }
    if (!index_of(port.pkeys, *group.terms.pkey)) {
      throw refuse("the port is " + not_in_partition(*group.terms.pkey, port.pkeys));
    }
  };
  auto asked = wanted;
  const auto known = mgid.is_zero() ? std::vector<ib_path>{} : groups({.grh = {.dgid = mgid}});
  if (!known.empty()) {
    asked = known.front();
  } else if (!options.create) {
    throw refuse("there is no such group");
  } else if (options.role != subnet::role::full_member) {
    throw refuse("there is no such group, and only full members make one");
  }
  asked.grh.dgid = mgid;
  asked.grh.sgid = wanted.grh.sgid.value_or(port.first_gid);
  complete(asked);
  check(asked);
  membership membership(agent_, asked, options.role);
  check(membership.path());  // another program may have made a different group meanwhile
  return membership;
}

std::vector<ib_path> subnet::client::groups(const ib_path& like) const {
  const auto request =
      about_group("groups", UMAD_SA_METHOD_GET_TABLE, like, "the query is not valid");
  const auto answer = agent_->ask(request, detail::record_for_group(like));
  std::vector<ib_path> found;
  for (std::size_t i = 0; i < answer.count(); ++i) {
    found.push_back(detail::path_to_group(answer.record<detail::multicast_record::size>(i)));
  }
  return found;
}

subnet::service subnet::client::register_service(subnet::service service) const {
  if (service.gid.is_zero()) service.gid = agent_->port().first_gid;
  const auto answer =
      agent_->ask(about_service("register_service", UMAD_METHOD_SET, to_string(service)),
                  detail::record_for_service(service));
  auto registered = detail::service_of(answer.record<detail::service_record::size>(0));
  registered.key = service.key;
  return registered;
}

std::vector<subnet::service> subnet::client::services(const service_wish& wish) const {
  const auto answer =
      agent_->ask(about_service("services", UMAD_SA_METHOD_GET_TABLE, wish.name.value_or("")),
                  detail::query_for_services(wish));
  std::vector<subnet::service> found;
  for (std::size_t i = 0; i < answer.count(); ++i) {
    found.push_back(detail::service_of(answer.record<detail::service_record::size>(i)));
  }
  return found;
}

void subnet::client::remove_service(subnet::service service) const {
  if (service.gid.is_zero()) service.gid = agent_->port().first_gid;
  agent_->ask(about_service("remove_service", UMAD_SA_METHOD_DELETE, to_string(service)),
              detail::record_for_removal(service));
}

}  // namespace verbatim::subnet
