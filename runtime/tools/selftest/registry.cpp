// The table of checks, and how one of them is run.
#include <algorithm>
#include <cerrno>
#include <exception>
#include <system_error>

#include "tools/info/obstacles.hpp"
#include "tools/selftest/check.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::tools::selftest {
namespace {

struct recipe {
  std::string_view wqe;
  try_wqe run;
};

/// The check of each WQE of specs/wqes. A WQE that is missing here fails its check.
constexpr recipe recipes[]{{"send", try_message},
                           {"send_imm", try_message},
                           {"send_inval", try_message},
                           {"rdma_write", try_message},
                           {"rdma_write_imm", try_message},
                           {"rdma_read", try_message},
                           {"atomic_cs", try_atomic},
                           {"atomic_fa", try_atomic},
                           {"cas32", try_atomic},
                           {"swap32", try_atomic},
                           {"swap64", try_atomic},
                           {"fetch_add32", try_atomic},
                           {"fetch_and32", try_atomic},
                           {"fetch_and64", try_atomic},
                           {"fetch_or32", try_atomic},
                           {"fetch_or64", try_atomic},
                           {"fetch_xor32", try_atomic},
                           {"fetch_xor64", try_atomic},
                           {"masked_cas32", try_atomic},
                           {"masked_cas64", try_atomic},
                           {"masked_fetch_add32", try_atomic},
                           {"masked_fetch_add64", try_atomic},
                           {"masked_cas128", try_wide_atomic},
                           {"masked_fetch_add128", try_wide_atomic},
                           {"nop", try_nop},
                           {"nop_to", try_nop},
                           {"wait_cq", try_channel},
                           {"send_enable", try_channel},
                           {"recv_enable", try_channel},
                           {"wait_data", try_wait},
                           {"wait_time", try_wait},
                           {"bind_mw", try_window},
                           {"bind_mw_type1", try_window},
                           {"unbind_mw", try_window},
                           {"local_invalidate", try_window},
                           {"configure_mkey", try_mkey},
                           {"configure_mkey_strided", try_mkey},
                           {"update_mkey", try_mkey},
                           {"set_psv", try_psv},
                           {"copy", try_copy},
                           {"tso", try_packet},
                           {"multi_packet", try_packet},
                           {"dump", try_dump},
                           {"write_flow_table", try_flow_table},
                           {"tag_append", try_tag},
                           {"tag_remove", try_tag},
                           {"tag_sync", try_tag}};

void try_recipe(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  if (transport == "ud_underlay") {
    throw skip{"an underlay queue pair shares the QP number of an IPoIB device, which is in use"};
  }
  const auto found = std::ranges::find(recipes, wqe, &recipe::wqe);
  if (found == std::end(recipes)) {
    throw failure{"the selftest has no recipe for this WQE: add one to recipes in registry.cpp"};
  }
  found->run(on, to, wqe, transport);
}

/// Returns the finding of a check that threw: skipped if this machine cannot run it, else failed.
finding unable(verdict&& so_far, const std::system_error& e) {
  const int number = e.code().value();
  if (number == EOPNOTSUPP || number == ENOSYS || number == EPROTONOSUPPORT || number == ENOTTY) {
    return std::move(so_far).result(
        skip{"the kernel, the device or libmlx5 does not offer it: " + std::string(e.what())});
  }
  if (number == EPERM || number == EACCES) {
    return std::move(so_far).result(
        skip{"this user may not: " + std::string(e.what()),
             "run it as root, or with the capability that the message names"});
  }
  if (number == ENOMEM) {
    return std::move(so_far).result(
        skip{"memory or a table of the device is full: " + std::string(e.what()),
             "raise the limit of locked memory (ulimit -l), and end programs that use the device"});
  }
  if (info::is_in_use(e.code())) {
    return std::move(so_far).result(skip{"something else uses it: " + std::string(e.what()),
                                         std::string(info::remedy_in_use())});
  }
  so_far.require(false, e.what());
  return std::move(so_far).result();
}

}  // namespace

void add_wqe_checks(std::vector<check>& to) {
  for (const auto& transport : transport_layouts) {
    for (const auto wqe : transport.wqes) {
      to.push_back({.id = "wqe/" + std::string(wqe) + "/" + std::string(transport.name),
                    .about = "Posts " + std::string(wqe) + " on " + std::string(transport.name) +
                             " with our builders, and checks data, WQE and CQEs.",
                    .run = [wqe, name = transport.name](bench& on, verdict& found) {
                      try_recipe(on, found, wqe, name);
                    }});
    }
  }
}

std::vector<check> all_checks() {
  std::vector<check> all;
  add_capability_checks(all);
  add_verbs_checks(all);
  add_wqe_checks(all);
  add_bytes_checks(all);
  add_cqe_checks(all);
  add_cqe_answers(all);
  add_wqe_answers(all);
  add_key_answers(all);
  add_command_answers(all);
  return all;
}

finding run(const check& which, bench& on) {
  verdict so_far(which.id);
  if (!which.only_verbs && !on.context().is_mlx5()) {
    return std::move(so_far).result(
        skip{"the device is not an mlx5 device, so it has no direct queue pairs",
             "name a ConnectX-4 or later, or a BlueField"});
  }
  if (bench::interrupted) {
    return std::move(so_far).result(skip{"the run was interrupted", "let it run to its end"});
  }
  try {
    which.run(on, so_far);
    if (so_far.failed()) on.drop_lanes();
    return std::move(so_far).result();
  } catch (const skip& why) {
    return std::move(so_far).result(why);
  } catch (const failure& what) {
    so_far.require(false, what.words);
  } catch (const std::system_error& e) {
    on.drop_lanes();
    return unable(std::move(so_far), e);
  }
  on.drop_lanes();  // they may be in error
  return std::move(so_far).result();
}

}  // namespace verbatim::tools::selftest
