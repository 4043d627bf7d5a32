// A dynamically connected target (DCT), to which any number of DCIs can send.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/direct/direct_queue_pair.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/port.hpp"
#include "verbatim/verbs/values/transport.hpp"

namespace verbatim {

namespace verbs {

/// Options of a dct.
struct dct_attributes {
  std::uint64_t dc_key = 0;                               ///< the key that WQEs must carry
  std::uint8_t port = 1;                                  ///< the port on which it receives
  std::optional<std::uint16_t> gid_index = std::nullopt;  ///< as in qp_attributes
};

/// The object behind a dct. It has no queues; messages arrive in the SRQ.
class dct_body : public body {
 public:
  dct_body(pd_body& pd, cq_body& cq, srq_body& srq, const dct_attributes& attributes,
           const activate_attributes& activate);

  ibv_qp* native() const noexcept { return native_.get(); }
  std::uint32_t dctn() const noexcept { return dctn_; }
  std::uint64_t dc_key() const noexcept { return dc_key_; }
  std::uint8_t port_number() const noexcept { return port_; }
  const context_body& device() const noexcept { return context_; }
  qp_address address() const;
  verbatim::local_end local_end() const;
  std::string describe() const override;

 protected:
  /// The place of the DCT's number in the completion queue.
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

/// The endpoint that completion_queue finds by the DCT's number.
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

/// A DCT with any type of entry.
class any_dct : public handle<dct_body> {
 public:
  /// Returns the number of the DCT, for the address vectors of DCIs, together with dc_key().
  std::uint32_t dctn() const noexcept { return body_->dctn(); }

  /// Returns the key that WQEs to this DCT must carry.
  std::uint64_t dc_key() const noexcept { return body_->dc_key(); }

  /// Returns the address: the DCT's number as qpn, and the addresses of its port.
  qp_address address() const {
    const auto lock = body_->while_open("address");
    return body_->address();
  }

  /// Returns the transport, DCT.
  verbs::transport transport() const noexcept { return transport::dct; }

  /// Returns the values of this end from which paths are filled, like the function of a queue pair.
  verbatim::local_end local_end() const {
    const auto lock = body_->while_open("local_end");
    return body_->local_end();
  }

  /// Returns the ibv_qp, for calls that this library does not make; null after close().
  ibv_qp* native() const noexcept { return body_->native(); }

 protected:
  explicit any_dct(ref<dct_body> body) noexcept : handle(std::move(body)) {}
};

}  // namespace verbs

/// A DCT that receives into a shared receive queue, from any DCI that knows its number and key. It
/// has no queues. The constructor makes it ready to receive, because the device assigns the number
/// only then.
template <class Entry>
class dct : public verbs::any_dct {
 public:
  using attributes = verbs::dct_attributes;

  using endpoint = verbs::dct_endpoint<Entry>;

  /// Makes the DCT and moves it to RTR, in which it receives.
  template <class... Qps>
  dct(const verbatim::pd& pd, const verbatim::cq<Qps...>& cq, const srq<Entry>& srq,
      const attributes& how = {}, const activate_attributes& activate = {})
      : verbs::any_dct(verbs::make<verbs::typed_dct_body<Entry>>(
            "create_dct", {pd.body(), cq.body(), srq.body()}, *pd.body(), *cq.body(), *srq.body(),
            how, activate)) {}
};

}  // namespace verbatim
