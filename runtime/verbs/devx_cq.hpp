// A completion queue made by a command of DevX, which knows formats that libmlx5 does not.
#pragma once

#include <chrono>
#include <cstdint>

#include "verbatim/queue/cq_format.hpp"
#include "verbatim/verbs/devx.hpp"

namespace verbatim::verbs {

/// True if libmlx5 makes no CQs of that format: mlx5dv_create_cq has the basic layout only, and of
/// mini CQEs for receives no header types.
constexpr bool takes_devx(const cq_format& format) noexcept {
  return format.compression == cqe_compression::enhanced ||
         (format.compression == cqe_compression::basic &&
          format.minis == mini_cqe_format::l34h_stridx);
}

/// A ring of CQEs that a command can name.
struct devx_ring {
  /// Room for at least `cqes`, and for the CQE that ends the ring when it is left.
  devx_ring(const context_body& context, std::uint32_t cqes, std::uint32_t cqe_size,
            std::string_view call);

  std::uint32_t log_cqes;
  device_memory memory;
};

class devx_cq {
 public:
  /// Throws, with the capability that is missing, if the device does not write this format.
  devx_cq(context_body& context, std::uint32_t cqes, const cq_format& format);

  mlx5dv_devx_obj* native() const noexcept { return object_.get(); }

  /// Where it lies as long as it is not given another ring.
  const completion_queue_memory& memory() const noexcept { return memory_; }

  /// 0, or what the verb that failed returned. Destroys its memory too.
  int destroy() noexcept;

 private:
  devx_ring ring_;
  device_memory dbrec_;
  ibv_context* context_;
  native_ptr<mlx5dv_devx_obj> object_;
  completion_queue_memory memory_{};
};

/// MODIFY_CQ, of CQs made by DevX and by verbs.
class modify_cq_command {
 public:
  explicit modify_cq_command(std::uint32_t cqn) noexcept;

  /// An event waits until `count` completions are there, or `period` is over.
  void moderate(std::uint16_t count, std::chrono::microseconds period) noexcept;
  static constexpr std::chrono::microseconds longest_period{0xfff};

  /// The device goes on in another ring, behind a CQE that ends the present one.
  void move(const devx_ring& to, std::uint32_t cqe_size) noexcept;

  /// Throws if it is refused; the CQ is one or the other, and `object` its description.
  void run(mlx5dv_devx_obj* devx, ibv_cq* native, const std::string& object,
           std::string_view remedy);

 private:
  mailbox<68> command_;
};

}  // namespace verbatim::verbs
