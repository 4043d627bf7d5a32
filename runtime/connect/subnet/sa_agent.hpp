// Management datagrams to the subnet administrator, and its answers.
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

#include "verbatim/connect/subnet/sa_options.hpp"
#include "verbatim/connect/subnet/sa_record.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/values/gid.hpp"
#include "verbatim/verbs/values/link_values.hpp"

namespace verbatim::detail {

/// A request to the subnet administrator. The numbers are those of umad_types.h and umad_sa.h.
struct sa_request {
  std::string_view call;        ///< `join`, for errors
  std::string object;           ///< the object of the call, for errors
  std::uint8_t method;          ///< UMAD_METHOD_* or UMAD_SA_METHOD_*
  std::uint16_t attribute;      ///< the number of a record
  std::string_view if_none;     ///< the likely cause if the administrator has no such record
  std::string_view if_invalid;  ///< the likely cause if it refuses the request as invalid
};

/// The records of an answer, one after the other.
class sa_answer {
 public:
  sa_answer(std::vector<std::byte> mad, std::size_t first, std::size_t stride, std::size_t count)
      : mad_(std::move(mad)), first_(first), stride_(stride), count_(count) {}

  /// Returns the number of records.
  std::size_t count() const noexcept { return count_; }

  /// Returns record `i`. It is at least as long as the record of the request.
  template <std::size_t size>
  std::span<const std::byte, size> record(std::size_t i) const noexcept {
    return std::span(mad_).subspan(first_ + i * stride_).template first<size>();
  }

 private:
  std::vector<std::byte> mad_;
  std::size_t first_, stride_, count_;
};

/// The current state of the port.
struct sa_port {
  gid first_gid;            ///< the subnet prefix and the GUID of the port
  std::vector<pkey> pkeys;  ///< by index
  lid sm_lid;               ///< 0 if there is no subnet manager
  std::uint8_t sm_sl = 0;   ///< service level of packets to the subnet manager
};

/// A port's access to the subnet administrator, through libibumad. Any thread may send requests;
/// one request is outstanding at a time.
class sa_agent {
 public:
  /// Opens the port. Throws if there is no such port, if it is not InfiniBand, or if this user may
  /// not send management datagrams.
  explicit sa_agent(subnet::options options);
  sa_agent(const sa_agent&) = delete;
  sa_agent& operator=(const sa_agent&) = delete;
  ~sa_agent();

  /// Returns the current state of the port. Throws if it cannot be read.
  sa_port port() const;

  /// Sends the request and waits for the answer. A table may have no records; any other request
  /// gets one. Throws if there is no answer, if the administrator refuses, or if its answer is
  /// malformed.
  template <class Layout>
  sa_answer ask(const sa_request& request, const sa_record<Layout>& record) {
    return ask(request, record.bytes, record.component_mask);
  }

  /// Returns the error for a request that this library refuses.
  error refuse(const sa_request& request, std::errc condition, std::string_view reason) const;

 private:
  sa_answer ask(const sa_request& request, std::span<const std::byte> record, std::uint64_t mask);
  void send(const sa_request& request, std::span<const std::byte> record, std::uint64_t mask,
            const sa_port& from);
  std::vector<std::byte> receive(const sa_request& request, const sa_port& from);
  sa_answer read(const sa_request& request, std::vector<std::byte> mad, std::size_t size) const;

  subnet::options options_;
  std::string name_;
  int port_ = -1;
  int agent_ = -1;
  std::mutex asking_;
  std::uint32_t transaction_ = 0;
};

}  // namespace verbatim::detail
