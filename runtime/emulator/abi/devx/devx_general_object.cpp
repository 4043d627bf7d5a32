// General objects: reserved queue pair numbers, and those of other files.
#include <cerrno>
#include <memory>

#include "abi/commands/hca_capabilities.hpp"
#include "abi/devx/devx_objects.hpp"
#include "objects/queues/reserved_number.hpp"
#include "verbatim/generated/commands/general_obj_in_cmd_hdr.hpp"
#include "verbatim/generated/commands/general_obj_out_cmd_hdr.hpp"
#include "verbatim/generated/enums.hpp"

namespace verbatim::emulator {
namespace {

using given = firmware::general_obj_in_cmd_hdr;
using answered = firmware::general_obj_out_cmd_hdr;

object& create_number(const request& to, const mailbox_input& in, const mailbox_output& out) {
  if (in.as<given>().get(given::log_obj_range) != 0) {
    refuse<check::devx_values>(EINVAL, "2^{} queue pair numbers: they are reserved one by one",
                               in.as<given>().get(given::log_obj_range));
  }
  auto made = std::make_unique<reserved_number>(to.of);
  to.on.enlist(*made);
  note("queue pair number {:#x} is reserved", made->qpn);
  out.as<answered>().set(answered::obj_id, made->qpn);
  return to.of.add(std::move(made));
}

}  // namespace

object& create_devx_general_object(const request& to, const mailbox_input& in,
                                   const mailbox_output& out) {
  const auto type = static_cast<general_object>(in.as<given>().get(given::obj_type));
  if (type == general_object::reserved_qpn) return create_number(to, in, out);
  if (type == general_object::scheduling_element) return create_scheduling_element(to, in, out);
  if (type == general_object::av_qp_mapping) return create_address_mapping(to, in, out);
  if (type == general_object::dek) return create_encryption_key(to, in, out);
  if (type == general_object::crypto_login && takes_wrapped_keys()) {
    return create_crypto_login(to, in, out);
  }
  refuse<check::devx_not_emulated>(EINVAL, "the device has no general objects of type {:#x}",
                                   static_cast<unsigned>(type));
}

}  // namespace verbatim::emulator
