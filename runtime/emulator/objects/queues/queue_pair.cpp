// The names of queue pair types and states, for reports.
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

std::string_view name(queue_pair_type type) noexcept {
  switch (type) {
    case queue_pair_type::rc:
      return "RC";
    case queue_pair_type::uc:
      return "UC";
    case queue_pair_type::ud:
      return "UD";
    case queue_pair_type::raw_packet:
      return "raw packet";
    case queue_pair_type::xrc_send:
      return "XRC send";
    case queue_pair_type::xrc_recv:
      return "XRC receive";
    case queue_pair_type::dct:
      return "DCT";
    case queue_pair_type::dci:
      return "DCI";
  }
  return "unknown type";
}

std::string_view name(queue_pair_state state) noexcept {
  switch (state) {
    case queue_pair_state::reset:
      return "RESET";
    case queue_pair_state::init:
      return "INIT";
    case queue_pair_state::rtr:
      return "RTR";
    case queue_pair_state::rts:
      return "RTS";
    case queue_pair_state::sqd:
      return "SQD";
    case queue_pair_state::sqe:
      return "SQE";
    case queue_pair_state::err:
      return "ERR";
  }
  return "unknown state";
}

}  // namespace verbatim::emulator
