"""The network that conversations take place in: in the guest of dummy interfaces with Linux's rdma_rxe, in a network
namespace with the emulated device of veth pairs. Both have the same addresses."""
ADDRESSES = {"own": "10.77.0.1", "own6": "fd77::1", "second": "10.77.3.1", "plain": "10.77.2.1", "silent": "10.77.0.9",
             "away": "203.0.113.5"}
# The address of the guest's siw0, with which alone the subject iwarp speaks.
IWARP = "10.77.1.1"
# The interfaces of the first and the second RDMA port, and of none.
FIRST, SECOND, NONE = "rdma0", "rdma1", "plain0"


def interfaces(create):
    """Commands of a shell that make the interfaces; create is one that makes the interface $1."""
    return f"""
create() {{ {create}; ip link set "$1" mtu 4500 up; }}
ip link set lo up
create {FIRST}
ip link set {FIRST} address 02:00:00:00:77:01 arp on
ip addr add {ADDRESSES["own"]}/24 dev {FIRST}
ip addr add {ADDRESSES["own6"]}/64 dev {FIRST} nodad
create {SECOND}
ip link set {SECOND} address 02:00:00:00:77:02 arp on
ip addr add {ADDRESSES["second"]}/24 dev {SECOND}
create {NONE}
ip addr add {ADDRESSES["plain"]}/24 dev {NONE}
"""


VETH = interfaces('ip link add "$1" type veth peer name "wire_$1" && ip link set "wire_$1" up')
# The guest has a first RDMA port of its own, whose address goes to ours.
RXE = "ip addr flush dev dummy0\n" + interfaces('ip link add "$1" type dummy') + f"""
rdma link add rxe_first type rxe netdev {FIRST}
rdma link add rxe_second type rxe netdev {SECOND}
"""


def words(link_local):
    """The arguments of converse.py."""
    return [f"{name}={address}" for name, address in ADDRESSES.items()] + [f"link6={link_local}%{FIRST}"]
