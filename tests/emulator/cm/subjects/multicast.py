"""Joining and leaving multicast groups."""
import struct

import device
import flows
from conversation import Address
from flows import PORT
from ids import Channel

GROUP = Address("230.1.2.3", "230.1.2.3")
GROUP6 = Address("ff0e::7:1", "ff0e::7:1")


def member(talk, channel, space="udp", kind="rc", how="bound"):
    own = talk.address("own", 0)
    with talk.quietly():
        one = channel.create("member", space, kind)
        if how == "bound":
            one.bind(own)
        elif how == "resolved":
            one.resolve_addr(own.at(PORT))
            channel.hear()
    return one


def converse(talk):
    for how in ("bound", "resolved"):
        for flags in (0, 1):
            talk.title(f"an id that is {how} joins" + (" to send only" if flags else ""))
            file = Channel(talk, "file")
            one = member(talk, file, how=how)
            group = one.join("group", GROUP, flags)
            if group:
                file.hear()
                one.attributes("init")
                group.leave()
                group.leave()
            file.silent()
            one.destroy()
            flows.close(file)

    talk.title("a resolved multicast address")
    file = Channel(talk, "file")
    one = file.create("member", "udp")
    if one.resolve_addr(GROUP, talk.address("own", 0)) is not None:
        file.hear()
        one.query()
        one.query(2)
        one.attributes("init")
        group = one.join("group", GROUP)
        if group:
            file.hear()
            one.attributes("init")
            group.leave()
    flows.close(file)
    file = Channel(talk, "file")
    one = file.create("member", "udp")
    one.resolve_addr(GROUP)
    flows.close(file)

    talk.title("by the command without AF_IB")
    file = Channel(talk, "file")
    one = member(talk, file)
    group = one.join_ip("group", GROUP)
    file.hear()
    group.leave()
    flows.close(file)

    talk.title("several groups, the same one twice, and two members of one")
    file = Channel(talk, "file")
    one, two = member(talk, file), member(talk, file)
    groups = [one.join(f"group {i + 1}", Address(f"230.1.2.{i + 4}", f"230.1.2.{i + 4}")) for i in range(3)]
    for _ in groups:
        file.hear()
    again = one.join("again", Address("230.1.2.4", "230.1.2.4"))
    if again:
        file.hear()
        again.leave()
    other = two.join("other", Address("230.1.2.4", "230.1.2.4"))
    if other:
        file.hear()
    groups[0].leave()
    one.destroy()
    groups[1].leave()
    two.destroy()
    flows.close(file)

    talk.title("leaving before the event is heard")
    file = Channel(talk, "file")
    one = member(talk, file)
    group = one.join("group", GROUP)
    file.file.readable(30)
    group.leave()
    file.silent()
    flows.close(file)

    talk.title("destroying an id whose event is not heard")
    file = Channel(talk, "file")
    one = member(talk, file)
    group = one.join("group", GROUP)
    file.file.readable(30)
    one.destroy()
    file.silent()
    flows.close(file)

    talk.title("addresses")
    others = [Address(one, one) for one in ("0.0.0.0", "224.0.0.1", "239.255.255.255", "10.1.2.3")]
    for address in (*others, GROUP6, Address("::", "::"), talk.address("own")):
        file = Channel(talk, "file")
        one = member(talk, file)
        if one.join("group", address):
            file.hear()
        flows.close(file)
    for size in (0, 15, 17, 28):
        file = Channel(talk, "file")
        one = member(talk, file)
        if one.join("group", GROUP, size=size):
            file.hear()
        talk.say(f"  in {size} bytes")
        flows.close(file)
    talk.title("flags")
    for flags in (2, 3, 0xffff):
        file = Channel(talk, "file")
        one = member(talk, file)
        one.join("group", GROUP, flags)
        flows.close(file)
    talk.title("ids that may not join")
    for space, kind, how in (("tcp", "rc", "bound"), ("ib", "ud", "bound"), ("ipoib", "ud", "bound"), ("udp", "ud", "idle")):
        file = Channel(talk, "file")
        with talk.quietly():
            one = file.create(f"{space} {kind} {how}", space, kind)
            if how == "bound":
                one.bind(talk.address("own", 0))
        if one.join("group", GROUP):
            file.hear()
        flows.close(file)
    file = Channel(talk, "file")
    with talk.quietly():
        one = file.create("bound to any", "udp")
        one.bind(talk.address("any", 0))
    one.join("group", GROUP)
    flows.close(file)
    talk.title("a group that nobody has")
    file = Channel(talk, "file")
    one = member(talk, file)
    talk.result("leave", lambda: file.file.call("leave_mcast", device.ANSWER + struct.pack("<II", 12345, 0), device.REPORTED))
    flows.close(file)
