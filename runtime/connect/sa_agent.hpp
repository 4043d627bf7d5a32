// Management datagrams to the subnet administrator and back: the one place that makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "verbatim/connect/sa_options.hpp"
#include "verbatim/connect/sa_record.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/gid.hpp"
#include "verbatim/verbs/link_values.hpp"

namespace verbatim {

namespace connecting {

/// What is asked for. The numbers are those of umad_types.h and umad_sa.h.
struct sa_request {
  std::string_view call;        ///< `join`, for errors
  std::string object;           ///< what it is called on
  std::uint8_t method;          ///< UMAD_METHOD_* or UMAD_SA_METHOD_*
  std::uint16_t attribute;      ///< UMAD_SA_ATTR_*
  std::string_view if_none;     ///< what is behind it if the administrator has no such record
  std::string_view if_invalid;  ///< and if it calls the request invalid
};

/// The records of an answer, one behind the other.
class sa_answer {
 public:
  sa_answer(std::vector<std::byte> mad, std::size_t first, std::size_t stride, std::size_t count)
      : mad_(std::move(mad)), first_(first), stride_(stride), count_(count) {}

  std::size_t count() const noexcept { return count_; }

  /// The i-th of them, which is at least as long as that of the request.
  template <std::size_t size>
  std::span<const std::byte, size> record(std::size_t i) const noexcept {
    return std::span(mad_).subspan(first_ + i * stride_).template first<size>();
  }

 private:
  std::vector<std::byte> mad_;
  std::size_t first_, stride_, count_;
};

/// What the port is like now.
struct sa_port {
  gid first_gid;
  std::vector<pkey> pkeys;
  lid sm_lid;  ///< 0 without a subnet manager
  std::uint8_t sm_sl = 0;
};

/// A port's way to the subnet administrator, through libibumad. Any thread may ask; one question is under way
/// at a time.
class sa_agent {
 public:
  /// Throws if there is no such port, if it is not InfiniBand, or if this user may not send management
  /// datagrams.
  explicit sa_agent(sa_options options);
  sa_agent(const sa_agent&) = delete;
  sa_agent& operator=(const sa_agent&) = delete;
  ~sa_agent();

  sa_port port() const;

  /// Asks and waits. A table that has nothing has no records; of any other request there is one. Throws if
  /// nobody answers, if the administrator refuses, and if what it answers makes no sense.
  template <std::size_t size>
  sa_answer ask(const sa_request& request, const sa_record<size>& record) {
    return ask(request, record.bytes, record.component_mask);
  }

  /// The error that refuses the request.
  error refuse(const sa_request& request, std::errc condition, std::string_view reason) const;

 private:
  sa_answer ask(const sa_request& request, std::span<const std::byte> record, std::uint64_t mask);
  void send(const sa_request& request, std::span<const std::byte> record, std::uint64_t mask,
            const sa_port& from);
  std::vector<std::byte> receive(const sa_request& request, const sa_port& from);
  sa_answer read(const sa_request& request, std::vector<std::byte> mad, std::size_t size) const;

  sa_options options_;
  std::string name_;
  int port_ = -1;
  int agent_ = -1;
  std::mutex asking_;
  std::uint32_t transaction_ = 0;
};

}  // namespace connecting
}  // namespace verbatim
