// A completion queue made by a command of DevX, for formats that libmlx5 does not know.
#pragma once

#include <chrono>
#include <cstdint>

#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/verbs/context/devx.hpp"

namespace verbatim::verbs {

/// True if libmlx5 makes no CQs of this format. mlx5dv_create_cq supports only the basic layout,
/// and no header types in mini CQEs of receives.
constexpr bool takes_devx(const cq_format& format) noexcept {
  return format.compression == cqe_compression::enhanced ||
         (format.compression == cqe_compression::basic &&
          format.minis == mini_cqe_format::l34h_stridx);
}

/// A ring of CQEs that a command can name.
struct devx_ring {
  /// Makes room for at least `cqes` CQEs, and for the CQE that ends the ring when the queue leaves
  /// it.
  devx_ring(const context_body& context, std::uint32_t cqes, std::uint32_t cqe_size,
            std::string_view call);

  std::uint32_t log_cqes;
  umem memory;
};

/// A completion queue made by CREATE_CQ.
class devx_cq {
 public:
  /// Makes the queue. Throws an error that names the missing capability if the device does not
  /// write this format.
  devx_cq(context_body& context, std::uint32_t cqes, const cq_format& format);

  mlx5dv_devx_obj* native() const noexcept { return object_.get(); }

  /// The memory of the queue, as long as it is not moved to another ring.
  const detail::completion_queue_memory& memory() const noexcept { return memory_; }

  /// Destroys the queue and its memory. Returns 0, or what the verb that failed returned.
  int destroy() noexcept;

 private:
  devx_ring ring_;
  umem dbrec_;
  ibv_context* context_;
  native_ptr<mlx5dv_devx_obj> object_;
  detail::completion_queue_memory memory_{};
};

/// The command MODIFY_CQ, for CQs made by DevX and by verbs.
class modify_cq_command {
 public:
  explicit modify_cq_command(std::uint32_t cqn) noexcept;

  /// Makes an event wait until `count` completions are there, or `period` is over.
  void moderate(std::uint16_t count, std::chrono::microseconds period) noexcept;
  static constexpr std::chrono::microseconds longest_period{0xfff};

  /// Moves the queue to another ring, after a CQE that ends the present one.
  void move(const devx_ring& to, std::uint32_t cqe_size) noexcept;

  /// Runs the command. Throws if it is refused. The CQ is `devx`, or `native` if that is null;
  /// `object` describes it.
  void run(mlx5dv_devx_obj* devx, ibv_cq* native, const std::string& object,
           std::string_view remedy);

 private:
  mailbox<68> command_;
};

}  // namespace verbatim::verbs
