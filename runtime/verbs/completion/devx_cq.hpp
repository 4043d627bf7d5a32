// A completion queue that a DevX command makes, for formats that libmlx5 does not know.
#pragma once

#include <chrono>
#include <cstdint>

#include "verbatim/generated/commands/modify_cq.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/verbs/context/devx.hpp"

namespace verbatim::verbs {

class context_body;

/// Returns true if libmlx5 cannot make CQs of this format. mlx5dv_create_cq supports only the basic
/// layout, and no header types in mini CQEs of receives.
constexpr bool takes_devx(const cq_format& format) noexcept {
  return format.compression == cqe_compression::enhanced ||
         (format.compression == cqe_compression::basic &&
          format.minis == mini_cqe_format::l34h_stridx);
}

/// A ring of CQEs, in memory that commands can refer to.
struct devx_ring {
  /// Allocates room for at least `cqes` CQEs, and for the CQE that ends the ring after a resize.
  devx_ring(const context_body& context, std::uint32_t cqes, std::uint32_t cqe_size,
            std::string_view call);

  std::uint32_t log_cqes;
  umem memory;
};

/// A completion queue made by CREATE_CQ.
class devx_cq {
 public:
  /// Makes the queue. Throws an error that names the missing capability if the device does not
  /// support this format.
  devx_cq(context_body& context, std::uint32_t cqes, const cq_format& format);

  mlx5dv_devx_obj* native() const noexcept { return object_.get(); }

  /// Returns the memory of the queue. It is valid until the queue moves to another ring.
  const detail::completion_queue_memory& memory() const noexcept { return memory_; }

  /// Destroys the queue and its memory. Returns 0, or the error of the function that failed.
  int destroy() noexcept;

 private:
  devx_ring ring_;
  umem dbrec_;
  ibv_context* context_;
  native_ptr<mlx5dv_devx_obj> object_;
  detail::completion_queue_memory memory_{};
};

/// The command MODIFY_CQ, for CQs made by DevX or libibverbs.
class modify_cq_command {
 public:
  explicit modify_cq_command(std::uint32_t cqn) noexcept;

  /// Delays events until there are `count` completions, or until `period` has passed.
  void moderate(std::uint16_t count, std::chrono::microseconds period) noexcept;
  static constexpr std::chrono::microseconds longest_period{0xfff};

  /// Moves the queue to another ring, after a CQE that ends the current ring.
  void move(const devx_ring& to, std::uint32_t cqe_size) noexcept;

  /// Runs the command on `devx`, or on `native` if `devx` is null. Throws if it is refused.
  /// `object` describes the CQ.
  void run(mlx5dv_devx_obj* devx, ibv_cq* native, const std::string& object,
           std::string_view remedy);

 private:
  wire::mailbox<firmware::modify_cq::in> command_;
};

}  // namespace verbatim::verbs
