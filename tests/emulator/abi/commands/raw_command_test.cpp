// Commands that libibverbs would not send: the uverbs ABI against broken callers.
#include <fcntl.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "verbs_fixture.hpp"

namespace verbatim::testing {
namespace {

constexpr std::uint32_t no_such_handle = 0xabcdef;

/// A command with up to five attributes.
class raw_command {
 public:
  raw_command(unsigned object, unsigned method) {
    header().object_id = static_cast<std::uint16_t>(object);
    header().method_id = static_cast<std::uint16_t>(method);
  }

  /// Adds an attribute with its value in it, or pointing to `data` if it is longer than 8 bytes.
  raw_command& with(unsigned id, std::uint64_t data, std::size_t length = 0,
                    unsigned flags = UVERBS_ATTR_F_MANDATORY) {
    ib_uverbs_attr& added = attribute(header().num_attrs++);
    added.attr_id = static_cast<std::uint16_t>(id);
    added.len = static_cast<std::uint16_t>(length);
    added.flags = static_cast<std::uint16_t>(flags);
    added.data = data;
    return *this;
  }

  ib_uverbs_attr& attribute(std::size_t index) { return header().attrs[index]; }

  /// Sends it with a length that is wrong by `length_error`; returns 0 or errno.
  int send(int device, int length_error = 0) {
    const std::size_t length =
        sizeof(ib_uverbs_ioctl_hdr) + header().num_attrs * sizeof(ib_uverbs_attr);
    header().length = static_cast<std::uint16_t>(int(length) + length_error);
    return ioctl(device, RDMA_VERBS_IOCTL, bytes_.data()) == 0 ? 0 : errno;
  }

 private:
  ib_uverbs_ioctl_hdr& header() { return *reinterpret_cast<ib_uverbs_ioctl_hdr*>(bytes_.data()); }

  alignas(
      8) std::array<std::byte, sizeof(ib_uverbs_ioctl_hdr) + 5 * sizeof(ib_uverbs_attr)> bytes_{};
};

template <class Value>
std::uint64_t address_of(Value& value) {
  return reinterpret_cast<std::uint64_t>(&value);
}

TEST_F(device_test, RefusesAHeaderThatDoesNotFit) {
  ib_uverbs_query_port_resp answer{};
  raw_command query(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
  query.with(UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 1)
      .with(UVERBS_ATTR_QUERY_PORT_RESP, address_of(answer), sizeof answer);
  EXPECT_EQ(query.send(context->cmd_fd, -1), EINVAL);
  EXPECT_NE(reported().find("bytes long"), std::string::npos);
  EXPECT_EQ(query.send(context->cmd_fd), 0);
  EXPECT_EQ(answer.lid, 1);
}

TEST_F(device_test, TruncatesAnswersToTheRoomGiven) {
  std::array<std::uint8_t, 16> room;
  room.fill(0xee);
  raw_command query(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
  query.with(UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 1)
      .with(UVERBS_ATTR_QUERY_PORT_RESP, address_of(room), 8);
  ASSERT_EQ(query.send(context->cmd_fd), 0);
  EXPECT_EQ(room[7], 0x40);  // the upper byte of max_msg_sz, 1 GiB
  EXPECT_EQ(room[8], 0xee);
  EXPECT_NE(query.attribute(1).flags & UVERBS_ATTR_F_VALID_OUTPUT, 0);
}

TEST_F(device_test, LacksMethodsThatItDoesNotKnow) {
  EXPECT_EQ(raw_command(UVERBS_OBJECT_FLOW, 77).send(context->cmd_fd), EPROTONOSUPPORT);
  EXPECT_EQ(raw_command(0x1fff, 0x1000).send(context->cmd_fd), EPROTONOSUPPORT);
  EXPECT_NE(reported().find("command 0x1fff.0x1000 is not supported"), std::string::npos);
}

TEST_F(device_test, RefusesAttributesThatItDoesNotKnowOnlyIfTheyMatter) {
  ib_uverbs_query_port_resp answer{};
  raw_command query(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
  query.with(UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 1)
      .with(UVERBS_ATTR_QUERY_PORT_RESP, address_of(answer), sizeof answer)
      .with(99, 0, 0, 0);
  EXPECT_EQ(query.send(context->cmd_fd), 0);
  query.attribute(2).flags = UVERBS_ATTR_F_MANDATORY;
  EXPECT_EQ(query.send(context->cmd_fd), EPROTONOSUPPORT);
}

TEST_F(device_test, RefusesAnAttributeThatIsMissing) {
  EXPECT_EQ(raw_command(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY).send(context->cmd_fd), EINVAL);
}

TEST_F(device_test, RefusesHandlesThatItDidNotGive) {
  raw_command destroy(UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY);
  destroy.with(UVERBS_ATTR_DESTROY_PD_HANDLE, no_such_handle);
  EXPECT_EQ(destroy.send(context->cmd_fd), EINVAL);
  EXPECT_NE(reported().find("is no protection domain"), std::string::npos);
}

TEST_F(device_test, RefusesHandlesOfOtherObjects) {
  raw_command destroy(UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY);
  ib_uverbs_destroy_cq_resp answer{};
  destroy.with(UVERBS_ATTR_DESTROY_CQ_HANDLE, pd->handle)
      .with(UVERBS_ATTR_DESTROY_CQ_RESP, address_of(answer), sizeof answer);
  EXPECT_EQ(destroy.send(context->cmd_fd), EINVAL);
}

TEST_F(device_test, RefusesWriteCommandsThatAreTooShort) {
  ib_uverbs_reg_mr in{};
  raw_command wrapped(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE);
  wrapped.with(UVERBS_ATTR_WRITE_CMD, IB_USER_VERBS_CMD_REG_MR, 8)
      .with(UVERBS_ATTR_CORE_IN, address_of(in), sizeof in - 16);
  EXPECT_EQ(wrapped.send(context->cmd_fd), ENOSPC);
}

TEST_F(device_test, RefusesInputThatIsNewerThanItKnows) {
  std::array<std::uint64_t, 10> in{};
  raw_command query(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE);
  ib_uverbs_ex_query_device_resp answer{};
  query
      .with(UVERBS_ATTR_WRITE_CMD,
            IB_USER_VERBS_EX_CMD_QUERY_DEVICE | IB_USER_VERBS_CMD_FLAG_EXTENDED, 8)
      .with(UVERBS_ATTR_CORE_IN, address_of(in), sizeof in)
      .with(UVERBS_ATTR_CORE_OUT, address_of(answer), sizeof answer);
  EXPECT_EQ(query.send(context->cmd_fd), 0);
  in[9] = 1;
  EXPECT_EQ(query.send(context->cmd_fd), EOPNOTSUPP);
}

TEST_F(device_test, LacksRegisterPagesOfOtherTypes) {
  std::uint64_t offset = 0;
  std::uint32_t length = 0, index = 0;
  raw_command allocate(MLX5_IB_OBJECT_UAR, MLX5_IB_METHOD_UAR_OBJ_ALLOC);
  // The handle and the type are mandatory; the other answers follow them.
  allocate.with(MLX5_IB_ATTR_UAR_OBJ_ALLOC_HANDLE, 0)
      .with(MLX5_IB_ATTR_UAR_OBJ_ALLOC_TYPE, 7, 8)
      .with(MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET, address_of(offset), sizeof offset)
      .with(MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH, address_of(length), sizeof length)
      .with(MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID, address_of(index), sizeof index);
  EXPECT_EQ(allocate.send(context->cmd_fd), EOPNOTSUPP);
  EXPECT_NE(reported().find("register page of type 7"), std::string::npos);
}

TEST_F(device_test, NeedsALibraryThatAllocatesRegistersAndReadsNewCqes) {
  const auto open_as = [](std::uint64_t lib_caps, std::uint8_t max_cqe_version) {
    const int file = open("/dev/infiniband/uverbs0", O_RDWR | O_CLOEXEC);
    EXPECT_GE(file, 0);
    std::uint32_t vectors = 0;
    std::uint64_t support = 0;
    mlx5_ib_alloc_ucontext_req_v2 in{};
    in.total_num_bfregs = 16;
    in.num_low_latency_bfregs = 4;
    in.max_cqe_version = max_cqe_version;
    in.lib_caps = lib_caps;
    mlx5_ib_alloc_ucontext_resp out{};
    raw_command get(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT);
    get.with(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, address_of(vectors), sizeof vectors)
        .with(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, address_of(support), sizeof support)
        .with(UVERBS_ATTR_UHW_IN, address_of(in), sizeof in)
        .with(UVERBS_ATTR_UHW_OUT, address_of(out), sizeof out);
    const int result = get.send(file);
    close(file);
    return result;
  };
  EXPECT_EQ(open_as(MLX5_LIB_CAP_DYN_UAR, 1), 0) << reported();
  EXPECT_EQ(open_as(0, 1), EOPNOTSUPP);
  EXPECT_NE(reported().find("rdma-core 28 or newer can"), std::string::npos);
  EXPECT_EQ(open_as(MLX5_LIB_CAP_DYN_UAR, 0), EOPNOTSUPP);
  EXPECT_NE(reported().find("cannot read CQEs of version 1"), std::string::npos);
}

TEST_F(device_test, ForgetsWhatAClosedContextLeft) {
  for (int round = 0; round < 50; ++round) {
    const context_ptr other = open_device();
    ASSERT_TRUE(other);
    ib_uverbs_alloc_pd in{};
    ib_uverbs_alloc_pd_resp answer{};
    raw_command alloc(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE);
    alloc.with(UVERBS_ATTR_WRITE_CMD, IB_USER_VERBS_CMD_ALLOC_PD, 8)
        .with(UVERBS_ATTR_CORE_IN, address_of(in), sizeof in)
        .with(UVERBS_ATTR_CORE_OUT, address_of(answer), sizeof answer);
    ASSERT_EQ(alloc.send(other->cmd_fd), 0);
  }
}

TEST_F(device_test, LivesAsLongAsACopyOfItsDescriptor) {
  const int copy = dup(context->cmd_fd);
  ASSERT_GE(copy, 0);
  cq.reset();
  pd.reset();
  context.reset();
  ib_uverbs_query_port_resp answer{};
  raw_command query(UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
  query.with(UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 1)
      .with(UVERBS_ATTR_QUERY_PORT_RESP, address_of(answer), sizeof answer);
  EXPECT_EQ(query.send(copy), 0);
  close(copy);
  EXPECT_EQ(query.send(copy), EBADF);
}

TEST_F(device_test, RefusesNoCommandAtAll) {
  EXPECT_EQ(ioctl(context->cmd_fd, RDMA_VERBS_IOCTL, nullptr), -1);
  EXPECT_EQ(errno, EFAULT);
}

}  // namespace
}  // namespace verbatim::testing
