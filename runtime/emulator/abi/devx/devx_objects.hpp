// The firmware commands behind DevX: objects created, changed and queried by mailboxes.
#pragma once

#include <cstdint>

#include "abi/firmware_mailbox.hpp"
#include "abi/handlers.hpp"
#include "objects/flow.hpp"
#include "objects/memory/user_memory.hpp"
#include "verbatim/generated/commands/qpc.hpp"

namespace verbatim::emulator {

/// The number of the device's only event queue.
inline constexpr std::uint32_t event_queue_number = 1;

/// The values of st in the context of a queue pair that can be made by DevX.
namespace service_type {
inline constexpr std::uint32_t reliable_connected = 0;
inline constexpr std::uint32_t unreliable_connected = 1;
inline constexpr std::uint32_t initiator = 5;
}  // namespace service_type

/// A command that makes an object and returns it. The answer contains the object's number.
struct devx_creation {
  std::uint32_t opcode;
  object& (*run)(const request& to, const mailbox_input& in, const mailbox_output& out);
};

object& create_devx_mkey(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_psv(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_general_object(const request& to, const mailbox_input& in,
                                   const mailbox_output& out);
object& create_devx_cq(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_rmp(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_xrq(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_qp(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_dct(const request& to, const mailbox_input& in, const mailbox_output& out);
object& create_devx_transport_domain(const request& to, const mailbox_input& in,
                                     const mailbox_output& out);
object& create_devx_tis(const request& to, const mailbox_input& in, const mailbox_output& out);

object& create_devx_flow_counter(const request& to, const mailbox_input& in,
                                 const mailbox_output& out);

// The general objects about what leaves a port.
object& create_scheduling_element(const request& to, const mailbox_input& in,
                                  const mailbox_output& out);
object& create_address_mapping(const request& to, const mailbox_input& in,
                               const mailbox_output& out);

// The general objects of encryption.
object& create_encryption_key(const request& to, const mailbox_input& in,
                              const mailbox_output& out);
object& create_crypto_login(const request& to, const mailbox_input& in, const mailbox_output& out);
void query_encryption_object(const object& of, const mailbox_output& out);

/// Changes the bandwidth of a scheduling element.
void modify_scheduling_element(object& changed, const mailbox_input& in);

/// Takes from INIT2INIT or RTS2RTS the link of a bond that a queue pair leaves by, and checks the
/// numbers of its scheduling leaves.
void choose_transmission(const request& to, queue_pair& qp, const mailbox_input& in);

/// Checks the scheduling leaf of the send queue of raw packets.
void modify_send_queue(const request& to, const mailbox_input& in);

/// Answers QUERY_LAG of a bond.
void query_bond(const mailbox_output& out);

/// These functions are for the TIS of a raw packet queue pair that libibverbs made.
void query_tis_of_queue_pair(const queue_pair& qp, const mailbox_output& out);
void modify_tis_of_queue_pair(const request& to, queue_pair& qp, const mailbox_input& in);

/// Reads a flow counter, and sets it to 0 if asked to.
void query_devx_flow_counter(flow_counter& counter, const mailbox_input& in,
                             const mailbox_output& out);

/// Returns the part of devx_methods() for events.
std::span<const method_handler> devx_event_methods();

/// Changes moderation and overrun of a CQ, or moves it to another ring.
void modify_devx_cq(const request& to, completion_queue& cq, const mailbox_input& in);

/// Changes a queue pair that DevX or libibverbs made.
void modify_devx_qp(const request& to, queue_pair& qp, const mailbox_input& in);
void query_devx_qp(const request& to, queue_pair& qp, const mailbox_output& out);

/// Queries a DCT that DevX or libibverbs made.
void query_devx_dct(const queue_pair& dct, const mailbox_output& out);

/// Takes the streams of a DCI from the context of CREATE_QP. Refuses with EINVAL if there are too
/// many.
void take_streams(queue_pair& dci, const mailbox_part_input<firmware::qpc>& queue);

/// These functions query a tag-matching SRQ, made by DevX or libibverbs, and set its limit.
void query_devx_xrq(shared_receive_queue& xrq, const mailbox_output& out);
void arm_devx_xrq(const request& to, shared_receive_queue& xrq, const mailbox_input& in);

/// These functions return the memory with that id. They refuse with EINVAL if there is none.
/// `memory_at` also refuses if the memory does not have `bytes` bytes from `offset` on.
user_memory& find_user_memory(const request& to, std::uint32_t id, const char* what);
std::byte* memory_at(const user_memory& memory, std::uint64_t offset, std::uint64_t bytes,
                     const char* what);

/// Returns the protection domain with that number. Refuses with EINVAL if there is none.
protection_domain& find_protection_domain(const request& to, std::uint32_t pdn);

}  // namespace verbatim::emulator
