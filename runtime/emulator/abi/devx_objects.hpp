// The firmware commands behind DevX: objects made, changed and asked by mailboxes.
#pragma once

#include <cstdint>

#include "abi/handlers.hpp"
#include "abi/mailbox.hpp"
#include "objects/user_memory.hpp"

namespace verbatim::emulator {

/// Values of mailbox_header::opcode.
namespace firmware_command {
inline constexpr std::uint32_t query_hca_cap = 0x100;
inline constexpr std::uint32_t create_mkey = 0x200;
inline constexpr std::uint32_t create_cq = 0x400;
inline constexpr std::uint32_t modify_cq = 0x403;
inline constexpr std::uint32_t create_qp = 0x500;
inline constexpr std::uint32_t rst2init_qp = 0x502;
inline constexpr std::uint32_t init2rtr_qp = 0x503;
inline constexpr std::uint32_t rtr2rts_qp = 0x504;
inline constexpr std::uint32_t rts2rts_qp = 0x505;
inline constexpr std::uint32_t to_error_qp = 0x507;
inline constexpr std::uint32_t to_reset_qp = 0x50a;
inline constexpr std::uint32_t query_qp = 0x50b;
inline constexpr std::uint32_t init2init_qp = 0x50e;
inline constexpr std::uint32_t create_psv = 0x600;
inline constexpr std::uint32_t create_xrq = 0x717;
inline constexpr std::uint32_t query_xrq = 0x719;
inline constexpr std::uint32_t arm_xrq = 0x71a;
inline constexpr std::uint32_t query_hca_vport_context = 0x762;
inline constexpr std::uint32_t query_lag = 0x842;
inline constexpr std::uint32_t create_rmp = 0x90c;
inline constexpr std::uint32_t create_general_object = 0xa00;
}  // namespace firmware_command

/// The only event queue of the device, by its number.
inline constexpr std::uint32_t event_queue_number = 1;

/// A command to make an object; the answer carries its number. Returns the object.
struct devx_creation {
  std::uint32_t opcode;
  object& (*run)(const request& to, const mailbox_input& in, mailbox_output& out);
};

object& create_devx_mkey(const request& to, const mailbox_input& in, mailbox_output& out);
object& create_devx_psv(const request& to, const mailbox_input& in, mailbox_output& out);
object& create_devx_dek(const request& to, const mailbox_input& in, mailbox_output& out);
object& create_devx_cq(const request& to, const mailbox_input& in, mailbox_output& out);
object& create_devx_rmp(const request& to, const mailbox_input& in, mailbox_output& out);
object& create_devx_xrq(const request& to, const mailbox_input& in, mailbox_output& out);
object& create_devx_qp(const request& to, const mailbox_input& in, mailbox_output& out);

/// The part of devx_methods() that concerns events.
std::span<const method_handler> devx_event_methods();

/// Changes moderation and overrun of a CQ, or moves it to another ring.
void modify_devx_cq(const request& to, completion_queue& cq, const mailbox_input& in);

/// Changes a queue pair, be it made by DevX or by verbs.
void modify_devx_qp(const request& to, queue_pair& qp, const mailbox_input& in);
void query_devx_qp(const request& to, queue_pair& qp, mailbox_output& out);

/// Of a tag-matching SRQ, be it made by DevX or by verbs: what it holds, and its limit.
void query_devx_xrq(shared_receive_queue& xrq, mailbox_output& out);
void arm_devx_xrq(const request& to, shared_receive_queue& xrq, const mailbox_input& in);

/// The memory of that id; refuses with EINVAL if there is none, or if it is not `bytes` long from
/// `offset` on.
user_memory& find_user_memory(const request& to, std::uint32_t id, const char* what);
std::byte* memory_at(const user_memory& memory, std::uint64_t offset, std::uint64_t bytes,
                     const char* what);

/// The protection domain of that number, or a refusal with EINVAL.
protection_domain& find_protection_domain(const request& to, std::uint32_t pdn);

}  // namespace verbatim::emulator
