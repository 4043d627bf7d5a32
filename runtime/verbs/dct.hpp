// A dynamically connected target: what any number of DCIs send to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/direct_queue_pair.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/port.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/transport.hpp"

namespace verbatim {

struct dct_attributes {
  std::uint64_t dc_key = 0;  ///< what WQEs have to bring
  std::uint8_t port = 1;
  std::optional<std::uint16_t> gid_index = std::nullopt;  ///< as in qp_attributes
};

namespace verbs {

/// Has no queues, only a number; what arrives is in the SRQ.
class dct_body : public body {
 public:
  dct_body(pd_body& pd, cq_body& cq, srq_body& srq, const dct_attributes& attributes,
           const activate_attributes& activate);

  ibv_qp* native() const noexcept { return native_.get(); }
  std::uint32_t dctn() const noexcept { return dctn_; }
  std::uint64_t dc_key() const noexcept { return dc_key_; }
  qp_address address() const;
  verbatim::local_end local_end() const;
  std::string describe() const override;

 protected:
  /// Where the DCT's number has been given to the completion queue.
  attachment attachment_;

 private:
  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;
  std::uint16_t gid_index(const port& port) const;

  context_body& context_;
  std::uint64_t dc_key_;
  std::uint8_t port_;
  std::optional<std::uint16_t> gid_index_;
  mtu path_mtu_ = 0;
  native_ptr<ibv_qp> native_;
  std::uint32_t dctn_ = 0;
};

/// What completion_queue finds by the DCT's number.
template <class Entry>
struct dct_endpoint {
  shared_recv_queue<Entry>& rq;
};

template <class Entry>
class typed_dct_body final : public dct_body {
 public:
  template <class Cq>
  typed_dct_body(pd_body& pd, Cq& cq, typed_srq_body<Entry>& srq, const dct_attributes& attributes,
                 const activate_attributes& activate)
      : dct_body(pd, cq, srq, attributes, activate), endpoint_{srq.queue} {
    cq.queue.attach(dctn(), endpoint_);
    attachment_ = attachment(cq, dctn());
  }

 private:
  dct_endpoint<Entry> endpoint_;
};

}  // namespace verbs

/// A DCT of any type.
class any_dct : public handle<verbs::dct_body> {
 public:
  /// For the address vectors of DCIs, with dc_key().
  std::uint32_t dctn() const noexcept { return body_->dctn(); }
  std::uint64_t dc_key() const noexcept { return body_->dc_key(); }

  /// The same number as qpn, and where the port is.
  qp_address address() const {
    const auto lock = body_->while_open("address");
    return body_->address();
  }

  verbs::transport transport() const noexcept { return verbs::transport::dct; }

  /// As of a queue pair: what paths are filled from.
  verbatim::local_end local_end() const {
    const auto lock = body_->while_open("local_end");
    return body_->local_end();
  }

  /// For calls that this library does not make; null after close().
  ibv_qp* native() const noexcept { return body_->native(); }

 protected:
  explicit any_dct(verbs::ref<verbs::dct_body> body) noexcept : handle(std::move(body)) {}
};

/// Receives from any DCI that knows its number and key, into a shared receive queue; it has no queue
/// of its own. It is ready when it has been made: the device gives the number only then.
template <class Entry>
class dct : public any_dct {
 public:
  using endpoint = verbs::dct_endpoint<Entry>;

  template <cq_format Format, class... Qps>
  dct(const verbatim::pd& pd, const basic_cq<Format, Qps...>& cq, const srq<Entry>& srq,
      const dct_attributes& attributes = {}, const activate_attributes& activate = {})
      : any_dct(verbs::make<verbs::typed_dct_body<Entry>>(
            "create_dct", {pd.body(), cq.body(), srq.body()}, *pd.body(), *cq.body(), *srq.body(),
            attributes, activate)) {}
};

}  // namespace verbatim
