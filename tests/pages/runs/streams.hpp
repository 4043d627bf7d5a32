// Runs the pieces of the pages about streams and operations that are awaited; see fragments.py.
#pragma once

#include <optional>

#include "frame.hpp"

namespace runs {

/// Two queue pairs of an engine, and streams, channels and sockets on request.
struct engine_and_ends : device_and_memory {
  /// Drives the engine until all of these are done, and throws what one of them has thrown.
  template <class... Tasks>
  void finish(Tasks&... tasks) {
    (tasks.start(), ...);
    expect(engine.run_until([&] { return (tasks.is_done() && ...); }, patience), "it ends in time");
    (tasks.take(), ...);
  }

  /// Connects two streams or channels.
  template <class End>
  static void join(End& one, End& other) {
    const auto address = one.address();
    one.connect(other.address());
    other.connect(address);
  }

  engine_type engine{nic, {.cqes = 4096, .operations = 128}};
  slot_pool pool{domain, 64, 8, {.access = access::local_write}};
  queue_pair near{engine, domain}, far{engine, domain};
};

inline std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

template <class End>
stream::task<> send_one(End& end, memory_slice what) {
  const auto sent = co_await end.send(what);
  expect(bool(sent), sent.message());
}

template <class End>
stream::task<> receive_one(End& end, memory_slice into, std::uint32_t& came) {
  const auto got = co_await end.recv(into);
  expect(bool(got), got.message());
  came = got.byte_count;
}

inline stream::task<> send_datagram(stream::datagram_socket<engine_type>& by,
                                    std::span<const std::byte> bytes,
                                    const stream::datagram_destination& to) {
  const auto sent = co_await by.send(bytes, to, stream::with_imm(7));
  expect(bool(sent), sent.message());
}

/// Reads up to the end of the stream.
inline stream::task<> read_all(stream::byte_stream<engine_type>& with, std::size_t& count) {
  std::vector<std::byte> piece(1 << 16);
  for (;;) {
    const auto got = co_await with.read_some(piece);
    count += got.bytes;
    if (!got) break;
  }
  with.shutdown_send();
}

/// Accepts a stream and ends.
template <class Door, class End>
stream::task<> accept_one(Door& door, End& end) {
  auto accepting = door.accept(end);
  const stream::link_result how = co_await accepting;
  how.check();
}

inline const table of_streams {
  {"awaiting_0",
   [] {
     device_and_memory its;
     page_awaiting_0::piece(its.nic);
   }},
      {"awaiting_1",
       [] {
         engine_and_ends ends;
         go_on(3);
         page_awaiting_1::piece(ends.engine);
       }},
#if __has_include(<liburing.h>)
      {"awaiting_2",
       [] {
         engine_and_ends ends;
         connect(ends.near.native(), ends.far.native());
         auto writing = ends.near.write(ends.from(64), ends.there(64));
         expect(writing.begin(), "the write begins");
         io_uring ring{};
         if (io_uring_queue_init(8, &ring, 0) != 0) return;  // this kernel has none
         goes_on = [&] { return !writing.is_done(); };
         page_awaiting_2::piece(ring, ends.engine);
         io_uring_queue_exit(&ring);
         expect(bool(writing.await_resume()), "the write is done");
         ends.expect_arrived(64);
       }},
#else
    {"awaiting_2", nullptr},
#endif
      {"awaiting_3",
       [] {
         device_and_memory its;
         stream::direct_engine<rc, dci> engine(its.nic, {.cqes = 256, .operations = 64});
         slot_pool pool(its.domain, 64, 8, {.access = access::local_write});
         std::optional<qp_address> address;
         page_awaiting_3::to_target = [&](const qp_address& of_target) { address = of_target; };
         auto receiving = page_awaiting_3::receiver(its.domain, engine, pool, its.region, {});
         receiving.start();
         auto sending = page_awaiting_3::initiator(its.domain, engine, pool, its.region, *address);
         sending.start();
         expect(
             engine.run_until([&] { return receiving.is_done() && sending.is_done(); }, patience),
             "both end");
         receiving.take(), sending.take();
       }},
      {"awaiting_4",
       [] {
         engine_and_ends ends;
         auto serving = page_awaiting_4::server(ends.engine, ends.far, ends.pool, ends.region);
         auto asking = page_awaiting_4::client(ends.engine, ends.near, ends.pool, ends.region);
         ends.finish(serving, asking);
       }},
      {"awaiting_5",
       [] {
         engine_and_ends ends;
         page_awaiting_5::client one{queue_pair(ends.engine, ends.domain), std::nullopt};
         stream::queue_pair_listener door(ends.engine, {.port = the_port});
         auto accepting = door.accept(ends.far);
         stream::queue_pair_connector out(ends.engine);
         auto connecting = out.connect(one.qp, the_server, the_service);
         auto made = connecting.get();
         expect(made.has_value(), "it is connected");
         one.link = *made;
         expect(one.link->is_open(), "it is open");
         (void)accepting.get();
       }},
      {"awaiting_6",
       [] {
         engine_and_ends ends;
         const auto shared = mr(ends.domain, ends.bytes().subspan(ends.half, 4096),
                                access::local_write | access::remote_write);
         std::optional<stream::exchange_queue_pair_link<engine_type>> kept;
         page_awaiting_6::keep = [&](const auto& link) { kept = link; };
         auto serving = page_awaiting_6::server(ends.engine, ends.far, shared);
         auto asking = page_awaiting_6::client(ends.engine, ends.near, ends.region);
         ends.finish(serving, asking);
         ends.expect_arrived(64);
       }},
      {"awaiting_7",
       [] {
         engine_and_ends ends;
         connect(ends.near.native(), ends.far.native());
         auto good = page_awaiting_7::is_done(ends.near.write(ends.from(64), ends.there(64)));
         good.start();
         expect(ends.engine.run_until([&] { return good.is_done(); }, patience) && good.take(),
                "it is done");
       }},
      {"awaiting_8",
       [] {
         engine_and_ends ends;
         connect(ends.near.native(), ends.far.native());
         auto receiving = page_awaiting_8::piece(ends.far, ends.pool);
         receiving.start();
         auto sending = send_one(ends.near, ends.from(8));
         ends.finish(receiving, sending);
       }},
      {"cancelling_0",
       [] {
         engine_and_ends ends;
         connect(ends.near.native(), ends.far.native());
         stream::datagram_socket socket(ends.engine, ends.domain),
             answering(ends.engine, ends.domain);
         stream::datagram_listener door(ends.engine, {.port = the_port});
         stream::datagram_peers peers(ends.engine);
         auto accepting = door.accept(answering);
         auto work = page_cancelling_0::piece(ends.far, ends.pool, peers, socket, {});
         work.start();
         auto sending = send_one(ends.near, ends.from(8));
         ends.finish(work, sending);
         expect(accepting.get().has_value(), "the caller is accepted");
       }},
      {"datagrams_0",
       [] {
         engine_and_ends ends;
         stream::datagram_socket socket(ends.engine, ends.domain),
             calling(ends.engine, ends.domain);
         go_on(1);
         auto serving = page_datagrams_0::server(ends.engine, bytes_of("hello"), socket, {});
         auto asking = page_datagrams_0::client(ends.engine, {}, calling, bytes_of("a datagram"));
         ends.finish(serving, asking);
         const auto got = socket.receive(patience);
         expect(got.size() == 10, "the datagram has come");
       }},
      {"datagrams_1",
       [] {
         stream::datagram_caller caller{.data = std::vector<std::byte>(180)};
         const std::string name = "a name";
         std::memcpy(caller.data.data(), name.data(), name.size());
         expect(page_datagrams_1::name_of(caller) == name, "it is the name");
         expect(page_datagrams_1::peers_by_name().empty(), "nobody was found yet");
       }},
      {"datagrams_2",
       [] {
         engine_and_ends ends;
         stream::datagram_socket socket(ends.engine, ends.domain), peer(ends.engine, ends.domain);
         auto receiving = page_datagrams_2::piece(socket, {});
         receiving.start();
         const stream::datagram_destination to(ends.domain, socket.address());
         auto sending = send_datagram(peer, bytes_of("hello"), to);
         sending.start();
         ends.finish(receiving, sending);
       }},
      {"datagrams_3",
       [] {
         engine_and_ends ends;
         stream::datagram_socket socket(ends.engine, ends.domain);
         auto work = page_datagrams_3::piece(ends.engine, socket, bytes_of("to all"));
         ends.finish(work);
       }},
      {"messages_0",
       [] {
         engine_and_ends ends;
         stream::message_channel near(ends.engine, ends.domain), far(ends.engine, ends.domain);
         ends.join(near, far);
         std::vector<std::byte> buffer(64);
         auto receiving = page_messages_0::piece(near, buffer);
         receiving.start();
         expect(far.try_send(bytes_of("a message")) == stream::stream_status::ok, "it is sent");
         ends.finish(receiving);
         expect(std::memcmp(buffer.data(), "a message", 9) == 0, "the message has come");
       }},
      {"messages_1",
       [] {
         engine_and_ends ends;
         stream::message_channel near(ends.engine, ends.domain), far(ends.engine, ends.domain);
         ends.join(near, far);
         const std::vector<std::vector<std::byte>> orders(3,
                                                          std::vector<std::byte>(10, std::byte{5}));
         page_messages_1::piece(near, ends.engine, orders);
         for (int i = 0; i < 3; ++i)
           expect(far.receive(patience).size() == 10, "each message has come");
       }},
      {"messages_2",
       [] {
         engine_and_ends ends;
         stream::message_channel sender(ends.engine, ends.domain);
         const auto source = mr::allocate(ends.domain, 16 << 20,
                                          {.access = access::local_write | access::remote_read});
         const auto target = mr::allocate(ends.domain, 16 << 20, {.access = access::local_write});
         for (std::size_t i = 0; i < source.length(); ++i)
           source.memory()[i] = static_cast<std::byte>(i * i >> 7);
         page_messages_2::connect_to_sender = [&](auto& receiver) { ends.join(receiver, sender); };
         auto receiving =
             page_messages_2::receiver(ends.domain, ends.engine, target, source, sender);
         receiving.start();
         auto sending = page_messages_2::sender(ends.domain, ends.engine, target, source, sender);
         ends.finish(receiving, sending);
         expect(std::memcmp(source.memory().data(), target.memory().data(), source.length()) == 0,
                "the message has come");
       }},
      {"observing_0",
       [] {
         using namespace page_observing_0;
         device_and_memory its;
         queue completions(its.nic, 64);
         pair qp(its.domain, completions), peer(its.domain, completions);
         connect(qp, peer);
         expect(qp.sq_wqe().write().rdma(its.there(8)).sge(its.from(8)).signal(1).finish().ok(),
                "it is posted");
         qp.ring_doorbell();
         expect_good(completions, 1);
         expect(qp.counters().posted() == 1 && completions.counters().completions() == 1,
                "both are counted");
       }},
      {"observing_1",
       [] {
         engine_and_ends ends;
         stream::byte_stream with(ends.engine, ends.domain);
         stream::datagram_socket socket(ends.engine, ends.domain);
         page_observing_1::piece(ends.engine, with, socket, {});
       }},
      {"observing_2",
       [] {
         page_observing_2::piece(*cm::address::parse("10.0.0.1"), cm::ending::by_this_end, {},
                                 stream::stream_status::end, subnet::role::full_member,
                                 subnet::service{}, exchange::stage::connect, exchange::new_id());
       }},
      {"streams_0",
       [] {
         engine_and_ends ends;
         auto serving = page_streams_0::server(ends.domain, ends.nic, ends.engine);
         serving.start();
         auto asking = page_streams_1::piece(ends.domain, ends.engine);
         ends.finish(serving, asking);
       }},
      {"streams_1",
       [] {
         engine_and_ends ends;
         stream::byte_stream with(ends.engine, ends.domain);
         stream::listener door(ends.engine, {.port = the_port});
         auto accepting = accept_one(door, with);
         accepting.start();
         auto asking = page_streams_1::piece(ends.domain, ends.engine);
         ends.finish(accepting, asking);
       }},
      {"streams_2",
       [] {
         engine_and_ends ends;
         stream::byte_stream near(ends.engine, ends.domain), far(ends.engine, ends.domain);
         ends.join(near, far);
         expect(far.try_write(bytes_of("hello")).bytes == 5, "the peer writes");
         std::vector<std::byte> buffer(64);
         std::size_t count = 0;
         auto reading = read_all(far, count);
         reading.start();
         auto work = page_streams_2::piece(near, buffer, bytes_of("a question"), ends.region);
         ends.finish(work, reading);
         expect(count == 10 + (1 << 20), "the peer has read everything");
       }},
      {"streams_3",
       [] {
         engine_and_ends ends;
         stream::byte_stream near(ends.engine, ends.domain), far(ends.engine, ends.domain);
         ends.join(near, far);
         expect(far.try_write(bytes_of("hello")).bytes == 5, "the peer writes");
         std::vector<std::byte> buffer(64);
         std::size_t count = 0;
         auto reading = read_all(far, count);
         reading.start();
         page_streams_3::piece(near, buffer, bytes_of("a question"), ends.region);
         ends.finish(reading);
         expect(count == 10 + (64 << 10), "the peer has read everything");
       }},
      {"streams_4",
       [] {
         engine_and_ends ends;
         stream::byte_stream near(ends.engine, ends.domain), far(ends.engine, ends.domain);
         auto serving = page_streams_4::server(ends.engine, far);
         auto asking = page_streams_4::client(ends.engine, near);
         ends.finish(serving, asking);
       }},
      {"streams_5",
       [] {
         engine_and_ends ends;
         stream::byte_stream near(ends.engine, ends.domain), far(ends.engine, ends.domain);
         stream::exchange_listener door(ends.engine, {.port = the_port});
         stream::exchange_connector out(ends.engine);
         auto accepting = accept_one(door, far);
         auto asking = page_streams_5::piece(out, near);
         ends.finish(accepting, asking);
       }},
      {"streams_6",
       [] {
         engine_and_ends ends;
         stream::byte_stream far(ends.engine, ends.domain, {.ring_bytes = 2 << 20});
         std::size_t count = 0;
         auto reading = read_all(far, count);
         page_streams_6::connect_to_reader = [&](auto& with) {
           ends.join(with, far);
           reading.start();
         };
         at_end = [&] {
           expect(ends.engine.run_until([&] { return count == (1 << 20) + (64 << 10); }, patience),
                  "all bytes come");
         };
         auto work = page_streams_6::piece(ends.domain, ends.engine, ends.region);
         ends.finish(work);
       }},
      {"streams_7", [] {
         device_and_memory its;
         page_streams_7::piece(its.domain, its.nic);
       }},
};

}  // namespace runs

#if __has_include(<liburing.h>)
namespace page_awaiting_2 {
void serve(io_uring_cqe*) { runs::expect(false, "the ring has no other CQEs"); }
}  // namespace page_awaiting_2
#endif
