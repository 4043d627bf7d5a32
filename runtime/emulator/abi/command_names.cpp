// The names of the commands that --fail-verb can fail.
#include "abi/command_names.hpp"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5_user_ioctl_cmds.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>

namespace verbatim::emulator {
namespace {

constexpr command_name method(std::string_view name, std::uint16_t object, std::uint16_t method) {
  return {name, object, method, command_name::no_write};
}
constexpr command_name write(std::string_view name, std::uint32_t number) {
  return {name, 0, 0, number};
}
constexpr command_name extended(std::string_view name, std::uint32_t number) {
  return write(name, number | IB_USER_VERBS_CMD_FLAG_EXTENDED);
}

/// The names. The older and the newer form of a command have the same name.
constexpr command_name names[] = {
    method("advise_mr", UVERBS_OBJECT_MR, UVERBS_METHOD_ADVISE_MR),
    method("alloc_async_event", UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC),
    method("alloc_command_channel", MLX5_IB_OBJECT_DEVX_ASYNC_CMD_FD,
           MLX5_IB_METHOD_DEVX_ASYNC_CMD_FD_ALLOC),
    method("alloc_dm", UVERBS_OBJECT_DM, UVERBS_METHOD_DM_ALLOC),
    method("alloc_event_channel", MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD,
           MLX5_IB_METHOD_DEVX_ASYNC_EVENT_FD_ALLOC),
    write("alloc_mw", IB_USER_VERBS_CMD_ALLOC_MW),
    write("alloc_pd", IB_USER_VERBS_CMD_ALLOC_PD),
    method("alloc_pp", MLX5_IB_OBJECT_PP, MLX5_IB_METHOD_PP_OBJ_ALLOC),
    method("alloc_uar", MLX5_IB_OBJECT_UAR, MLX5_IB_METHOD_UAR_OBJ_ALLOC),
    method("alloc_var", MLX5_IB_OBJECT_VAR, MLX5_IB_METHOD_VAR_OBJ_ALLOC),
    write("attach_mcast", IB_USER_VERBS_CMD_ATTACH_MCAST),
    method("close_xrcd", UVERBS_OBJECT_XRCD, UVERBS_METHOD_XRCD_DESTROY),
    write("create_ah", IB_USER_VERBS_CMD_CREATE_AH),
    write("create_comp_channel", IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL),
    method("create_cq", UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE),
    extended("create_flow", IB_USER_VERBS_EX_CMD_CREATE_FLOW),
    method("create_flow", UVERBS_OBJECT_FLOW, MLX5_IB_METHOD_CREATE_FLOW),
    method("create_flow_action", UVERBS_OBJECT_FLOW_ACTION,
           MLX5_IB_METHOD_FLOW_ACTION_CREATE_PACKET_REFORMAT),
    method("create_flow_matcher", MLX5_IB_OBJECT_FLOW_MATCHER, MLX5_IB_METHOD_FLOW_MATCHER_CREATE),
    method("create_qp", UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE),
    extended("create_rwq_ind_table", IB_USER_VERBS_EX_CMD_CREATE_RWQ_IND_TBL),
    method("create_srq", UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_CREATE),
    method("create_wq", UVERBS_OBJECT_WQ, UVERBS_METHOD_WQ_CREATE),
    method("dealloc_mw", UVERBS_OBJECT_MW, UVERBS_METHOD_MW_DESTROY),
    method("dealloc_pd", UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY),
    method("dereg_mr", UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY),
    method("destroy_ah", UVERBS_OBJECT_AH, UVERBS_METHOD_AH_DESTROY),
    method("destroy_cq", UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY),
    method("destroy_flow", UVERBS_OBJECT_FLOW, UVERBS_METHOD_FLOW_DESTROY),
    method("destroy_flow", UVERBS_OBJECT_FLOW, MLX5_IB_METHOD_DESTROY_FLOW),
    method("destroy_flow_action", UVERBS_OBJECT_FLOW_ACTION, UVERBS_METHOD_FLOW_ACTION_DESTROY),
    method("destroy_flow_matcher", MLX5_IB_OBJECT_FLOW_MATCHER,
           MLX5_IB_METHOD_FLOW_MATCHER_DESTROY),
    method("destroy_qp", UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY),
    method("destroy_rwq_ind_table", UVERBS_OBJECT_RWQ_IND_TBL, UVERBS_METHOD_RWQ_IND_TBL_DESTROY),
    method("destroy_srq", UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_DESTROY),
    method("destroy_uar", MLX5_IB_OBJECT_UAR, MLX5_IB_METHOD_UAR_OBJ_DESTROY),
    method("destroy_wq", UVERBS_OBJECT_WQ, UVERBS_METHOD_WQ_DESTROY),
    write("detach_mcast", IB_USER_VERBS_CMD_DETACH_MCAST),
    method("devx_obj_create", MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_CREATE),
    method("devx_obj_destroy", MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_DESTROY),
    method("devx_obj_modify", MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_MODIFY),
    method("devx_obj_query", MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY),
    method("devx_other", MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER),
    method("devx_query_eqn", MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_QUERY_EQN),
    method("devx_query_uar", MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_QUERY_UAR),
    method("devx_subscribe_event", MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_SUBSCRIBE_EVENT),
    method("devx_umem_dereg", MLX5_IB_OBJECT_DEVX_UMEM, MLX5_IB_METHOD_DEVX_UMEM_DEREG),
    method("devx_umem_reg", MLX5_IB_OBJECT_DEVX_UMEM, MLX5_IB_METHOD_DEVX_UMEM_REG),
    method("free_dm", UVERBS_OBJECT_DM, UVERBS_METHOD_DM_FREE),
    method("free_pp", MLX5_IB_OBJECT_PP, MLX5_IB_METHOD_PP_OBJ_DESTROY),
    method("free_var", MLX5_IB_OBJECT_VAR, MLX5_IB_METHOD_VAR_OBJ_DESTROY),
    method("get_context", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT),
    extended("modify_cq", IB_USER_VERBS_EX_CMD_MODIFY_CQ),
    write("modify_qp", IB_USER_VERBS_CMD_MODIFY_QP),
    extended("modify_qp", IB_USER_VERBS_EX_CMD_MODIFY_QP),
    write("modify_srq", IB_USER_VERBS_CMD_MODIFY_SRQ),
    extended("modify_wq", IB_USER_VERBS_EX_CMD_MODIFY_WQ),
    write("open_qp", IB_USER_VERBS_CMD_OPEN_QP),
    write("open_xrcd", IB_USER_VERBS_CMD_OPEN_XRCD),
    method("query_context", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_CONTEXT),
    write("query_device", IB_USER_VERBS_CMD_QUERY_DEVICE),
    extended("query_device", IB_USER_VERBS_EX_CMD_QUERY_DEVICE),
    method("query_dm", UVERBS_OBJECT_DM, MLX5_IB_METHOD_DM_QUERY),
    method("query_gid_entry", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_ENTRY),
    method("query_gid_table", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_GID_TABLE),
    method("query_mr", UVERBS_OBJECT_MR, UVERBS_METHOD_QUERY_MR),
    method("query_pd", UVERBS_OBJECT_PD, MLX5_IB_METHOD_PD_QUERY),
    method("query_port", UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT),
    write("query_port", IB_USER_VERBS_CMD_QUERY_PORT),
    write("query_qp", IB_USER_VERBS_CMD_QUERY_QP),
    write("query_srq", IB_USER_VERBS_CMD_QUERY_SRQ),
    method("query_virtual_port", UVERBS_OBJECT_DEVICE, MLX5_IB_METHOD_QUERY_PORT),
    method("reg_dm_mr", UVERBS_OBJECT_MR, UVERBS_METHOD_DM_MR_REG),
    method("reg_dmabuf_mr", UVERBS_OBJECT_MR, UVERBS_METHOD_REG_DMABUF_MR),
    write("reg_mr", IB_USER_VERBS_CMD_REG_MR),
    write("rereg_mr", IB_USER_VERBS_CMD_REREG_MR),
    write("resize_cq", IB_USER_VERBS_CMD_RESIZE_CQ),
};

template <class Fits>
std::string_view find(Fits&& fits) noexcept {
  const auto* const found = std::find_if(std::begin(names), std::end(names), fits);
  return found == std::end(names) ? std::string_view() : found->name;
}

/// Returns the errno for a name from errno.h; 0 if there is none.
int errno_of(std::string_view name) noexcept {
  for (int number = 1; number < 134; ++number) {
    const char* const known = strerrorname_np(number);
    if (known != nullptr && name == known) return number;
  }
  return 0;
}

}  // namespace

std::string_view name_of_method(std::uint16_t object, std::uint16_t method) noexcept {
  return find([=](const command_name& one) {
    return one.write == command_name::no_write && one.object == object && one.method == method;
  });
}

std::string_view name_of_write(std::uint64_t number) noexcept {
  return find([=](const command_name& one) { return one.write == number; });
}

std::string all_command_names() {
  std::string all(any_command);
  std::string_view last;
  for (const auto& one : names) {
    if (one.name != last) all.append(", ").append(one.name);
    last = one.name;
  }
  return all;
}

std::vector<requested_failure> parse_failures(const std::string& text) {
  std::vector<requested_failure> result;
  std::istringstream all(text);
  for (std::string one; std::getline(all, one, ',');) {
    const auto first = std::min(one.find(':'), one.size());
    const auto second = std::min(one.find(':', first + 1), one.size());
    if (second == one.size()) return {};
    const auto asked = std::string_view(one).substr(0, first);
    const auto name = asked == any_command
                          ? any_command
                          : find([&](const command_name& known) { return known.name == asked; });
    std::uint64_t nth = 0;
    const auto read = std::from_chars(one.data() + first + 1, one.data() + second, nth);
    const int error = errno_of(std::string_view(one).substr(second + 1));
    if (name.empty() || read.ec != std::errc() || read.ptr != one.data() + second || nth == 0 ||
        error == 0) {
      return {};
    }
    result.push_back({name, nth, error});
  }
  return result;
}

}  // namespace verbatim::emulator
