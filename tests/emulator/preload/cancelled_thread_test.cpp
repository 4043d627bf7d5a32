// A thread that is cancelled while it waits in a function that the emulator takes over.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace verbatim::testing {
namespace {

template <void* (*Wait)(void*)>
void cancel_in() {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  pthread_t thread{};
  ASSERT_EQ(pthread_create(&thread, nullptr, Wait, ends.data()), 0);
  ASSERT_EQ(pthread_cancel(thread), 0);
  void* result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  EXPECT_EQ(result, PTHREAD_CANCELED);
  for (const int end : ends) close(end);
}

void* in_recvmsg(void* ends) {
  char byte = 0;
  iovec place{&byte, 1};
  msghdr message{};
  message.msg_iov = &place;
  message.msg_iovlen = 1;
  recvmsg(*static_cast<int*>(ends), &message, 0);
  return nullptr;
}

void* in_read(void* ends) {
  char byte = 0;
  return read(*static_cast<int*>(ends), &byte, 1) == 0 ? ends : nullptr;
}

TEST(cancelled_thread, may_wait_in_recvmsg) { cancel_in<in_recvmsg>(); }

TEST(cancelled_thread, may_wait_in_read) { cancel_in<in_read>(); }

}  // namespace
}  // namespace verbatim::testing
