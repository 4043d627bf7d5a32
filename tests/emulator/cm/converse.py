"""Speaks to /dev/infiniband/rdma_cm about one subject, and prints what comes of it: converse.py SUBJECT NAME=ADDRESS...

The names of addresses:
  own, own6   of an RDMA port, IPv4 and IPv6; link6 is its link-local one, with the interface: fe80::1%eth0
  second      of another RDMA port
  plain       of this machine, but of no RDMA port
  silent      in the network of own, where nobody is
  away        of no network that this machine has a route to
A subject skips what it has no address for."""
import importlib
import ipaddress
import pathlib
import socket
import sys

from conversation import Address, Talk

ALWAYS = {"any": "0.0.0.0", "any6": "::", "loop": "127.0.0.1", "loop6": "::1"}


def subjects():
    return sorted(path.stem for path in (pathlib.Path(__file__).parent / "subjects").glob("[a-z]*.py"))


def place(words):
    found = {}
    for word in words:
        name, _, address = word.partition("=")
        address, _, interface = address.partition("%")
        ipaddress.ip_address(address)
        found[name] = Address(name, address, 0, socket.if_nametoindex(interface) if interface else 0)
    # The first name of an address is the one that is printed.
    for name, address in ALWAYS.items():
        if address not in {one.address for one in found.values()}:
            found[name] = Address(name, address)
        else:
            found.setdefault(name, Address(name, address))
    return found


def main(subject, *words):
    talk = Talk(place(words))
    importlib.import_module(f"subjects.{subject}").converse(talk)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(subjects()))
    else:
        main(*sys.argv[1:])
