// Splits the bytes of a stream socket into messages.
#include "transport/connection.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "transport/fabric_slot.hpp"

namespace verbatim::emulator {

void outgoing_connection::append(const message& outgoing) {
  const std::size_t at = bytes_.size();
  bytes_.resize(at + message_header::size + outgoing.payload.size());
  message_header::write(outgoing, bytes_.data() + at);
  if (!outgoing.payload.empty()) {
    std::memcpy(bytes_.data() + at + message_header::size, outgoing.payload.data(),
                outgoing.payload.size());
  }
}

bool outgoing_connection::flush() noexcept {
  while (!idle()) {
    const ssize_t n = ::send(socket_.number(), bytes_.data() + sent_, bytes_.size() - sent_,
                             MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (n < 0) return false;
    sent_ += static_cast<std::size_t>(n);
  }
  if (idle()) {
    bytes_.clear();
    sent_ = 0;
  } else if (sent_ > congestion_bytes) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(sent_));
    sent_ = 0;
  }
  return true;
}

incoming_connection::incoming_connection(descriptor socket)
    : socket_(std::move(socket)), buffer_(new std::byte[buffer_bytes]) {}

void incoming_connection::fill() noexcept {
  if (taken_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + taken_, filled_ - taken_);
    filled_ -= taken_;
    taken_ = 0;
  }
  while (filled_ < buffer_bytes) {
    const ssize_t n =
        recv(socket_.number(), buffer_.get() + filled_, buffer_bytes - filled_, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (n <= 0) {
      closed_ = true;
      return;
    }
    filled_ += static_cast<std::size_t>(n);
  }
}

std::size_t incoming_connection::deliver(message_receiver& to, std::string& problem) {
  std::size_t count = 0;
  while (filled_ - taken_ >= message_header::size) {
    const std::byte* const at = buffer_.get() + taken_;
    message_header::reading next = message_header::read(at);
    message& header = next.header;
    if (!next.problem.empty()) {
      problem = std::move(next.problem);
      return count;
    }
    const std::size_t whole = message_header::size + next.payload_bytes;
    if (filled_ - taken_ < whole) return count;
    taken_ += whole;
    if (peer_ == 0) {
      if (header.kind != message_kind::hello || header.source_qpn < fabric_slot::first ||
          header.source_qpn > fabric_slot::last) {
        problem = "the first message is not a hello that names a slot";
        return count;
      }
      peer_ = header.source_qpn;
      continue;
    }
    if (header.kind == message_kind::hello || slot_of(header.source_qpn) != peer_) {
      problem = fmt::format("a {} came from QP {:#x}, which is not of that process",
                            name(header.kind), header.source_qpn);
      return count;
    }
    header.payload = {at + message_header::size, next.payload_bytes};
    to.message_arrived(header);
    ++count;
  }
  return count;
}

}  // namespace verbatim::emulator
