// A list of the objects of a process, for programs that ask what the device is used for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "objects/device.hpp"

namespace verbatim::emulator {

enum class resource_kind : std::uint8_t { pd, cq, qp, cm_id, mr, context, srq };

/// One object. Only the fields that its kind has are set. It goes to other processes as bytes.
struct resource {
  resource_kind kind = resource_kind::pd;
  std::uint8_t card = 0;

  /// The port, or 0.
  std::uint8_t port = 0;

  /// The type and the state of a queue pair or an id of rdma_cm, and the type of a shared receive
  /// queue.
  std::uint8_t type = 0;
  std::uint8_t state = 0;
  std::uint8_t path_mig_state = 0;
  std::uint32_t pid = 0;

  /// The number by which programs ask for it. It is unique in the fabric.
  std::uint32_t number = 0;

  // Numbers of other objects.
  std::uint32_t pdn = 0;
  std::uint32_t cqn = 0;
  std::uint32_t srqn = 0;
  std::uint32_t ctxn = 0;
  std::uint32_t lqpn = 0;
  std::uint32_t rqpn = 0;

  std::uint32_t rq_psn = 0;
  std::uint32_t sq_psn = 0;
  std::uint32_t key = 0;
  std::uint32_t cqe = 0;
  std::uint32_t use_count = 0;
  std::uint32_t port_space = 0;
  std::uint64_t length = 0;

  /// The addresses of an id of rdma_cm, as sockaddr_in or sockaddr_in6; all zero if there is none.
  std::array<std::uint8_t, 28> source{};
  std::array<std::uint8_t, 28> destination{};
};

/// Returns the objects of all contexts. The caller holds the device's lock.
std::vector<resource> inventory_of(device& of);

}  // namespace verbatim::emulator
