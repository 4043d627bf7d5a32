"""Ids of the kernel, and channels of them, by name."""
import ctypes
import struct

import device
from conversation import NEVER, SOON, runs
from device import ANSWER, Refused
from events import Event, address_answer, paths_answer, qp_attributes, route


class Channel:
    """A device file, with the names of its ids."""

    def __init__(self, talk, name="", blocking=False):
        self.talk, self.name, self.file = talk, name, device.File(blocking)
        self.ids, self.groups = {}, {}

    def close(self):
        self.file.close()

    def create(self, name, space="tcp", kind="rc", quiet=True):
        """An id; kind counts only in the space ib."""
        uid = self.talk.new_uid(name)
        payload = struct.pack("<Q", uid) + ANSWER + struct.pack("<HB5x", device.SPACES.get(space, space),
                                                                 device.TYPES.get(kind, kind))
        try:
            number = struct.unpack("<I", self.file.call("create_id", payload, device.ID))[0]
        except Refused as refused:
            self.talk.say(f"{name}: create {space} {kind}: {refused}")
            return None
        if not quiet:
            self.talk.say(f"{name}: create {space} {kind}: ok")
        return Id(self, name, number, uid, space if kind != "ud" else "udp")

    def event(self, seconds=SOON):
        """The next event as it is, None if none comes."""
        if not self.file.readable(seconds):
            return None
        return Event(self.talk, self, self.file.call("get_event", ANSWER, device.EVENT))

    def hear(self, seconds=SOON, name=None):
        """Says the next event. The id of a connection request gets that name."""
        event = self.event(seconds)
        if event is None:
            self.talk.say(f"{self.name} hears nothing")
            return None
        made = None
        if event.event == 4:
            made = Id(self, name or "request", event.id, 0, event.space)
        self.talk.say(f"{self.name} hears {event.text(made)}", usual=event.status == 0)
        return made or event

    def silent(self, seconds=NEVER):
        """Says an event that should not be there, or that there is none."""
        self.hear(seconds)


class Id:
    """An id of the kernel by its name, and what can be asked of it. Every method says what came of it."""

    def __init__(self, channel, name, number, uid, space="tcp"):
        self.channel, self.talk, self.file, self.name, self.number, self.uid, self.space = (
            channel, channel.talk, channel.file, name, number, uid, space)
        channel.ids[number] = self

    def ask(self, line, command, payload, room=0):
        return self.talk.result(f"{self.name}: {line}", lambda: self.file.call(command, payload, room))

    def show(self, line, command, payload, room, show):
        """Like ask, with the answer in words."""
        try:
            self.talk.say(f"{self.name}: {line}: {show(self.talk, self.file.call(command, payload, room))}")
        except Refused as refused:
            self.talk.say(f"{self.name}: {line}: {refused}")

    def bind(self, address, size=None):
        stated = "" if size is None else f" in {size} bytes"
        size = address.size if size is None else size
        return self.ask(f"bind {address}{stated}", "bind", struct.pack("<IHH", self.number, size, 0)
                        + device.storage(address.raw()))

    def bind_ip(self, address):
        return self.ask(f"bind_ip {address}", "bind_ip", ANSWER + device.in6(address.raw()) + struct.pack("<I", self.number), 8)

    def resolve_addr(self, to, source=None, timeout=2000, sizes=None):
        stated = "" if sizes is None else f" in {sizes} bytes"
        sizes = sizes or (source.size if source else 0, to.size)
        came_from = f" from {source}" if source else ""
        return self.ask(f"resolve_addr {to}{came_from}{stated}", "resolve_addr",
                        struct.pack("<IIHHI", self.number, timeout, *sizes, 0)
                        + device.storage(source.raw() if source else b"") + device.storage(to.raw()))

    def resolve_ip(self, to, source=None, timeout=2000):
        return self.ask(f"resolve_ip {to}" + (f" from {source}" if source else ""), "resolve_ip",
                        device.in6(source.raw() if source else b"") + device.in6(to.raw())
                        + struct.pack("<II", self.number, timeout))

    def resolve_route(self, timeout=2000):
        return self.ask("resolve_route" + ("" if timeout == 2000 else f" within {timeout}"), "resolve_route",
                        struct.pack("<II", self.number, timeout))

    def query(self, option=0):
        names = {0: ("addresses", device.ADDRESS, address_answer), 1: ("paths", device.PATHS, paths_answer),
                 2: ("gids", device.ADDRESS, address_answer)}
        name, room, show = names.get(option, (str(option), device.ADDRESS, address_answer))
        self.show(f"query {name}", "query", ANSWER + struct.pack("<II", self.number, option), room, show)

    def query_route(self):
        self.show("query_route", "query_route", ANSWER + struct.pack("<II", self.number, 0), device.ROUTE, route)

    def listen(self, backlog=0):
        return self.ask("listen" + (f" {backlog}" if backlog else ""), "listen", struct.pack("<Ii", self.number, backlog))

    def connect(self, ece=None, size=None, **param):
        payload = device.conn_param(**param) + struct.pack("<IIII", self.number, 0, *(ece or (0, 0)))
        line = "connect" + said(param, ece) + ("" if size is None else f" in {size} bytes")
        return self.ask(line, "connect", payload[:size])

    def accept(self, ece=None, **param):
        uid = self.uid or self.talk.new_uid(self.name)
        done = self.ask("accept" + said(param, ece), "accept", struct.pack("<Q", uid) + device.conn_param(**param)
                        + struct.pack("<IIII", self.number, 0, *(ece or (0, 0))))
        if done is not None:
            self.uid = uid
        return done

    def establish(self):
        """ACCEPT without parameters, by which the active side goes on."""
        return self.ask("accept without parameters", "accept", struct.pack("<Q", self.uid) + device.conn_param(valid=0)
                        + struct.pack("<IIII", self.number, 0, 0, 0))

    def reject(self, data=b"", reason=0, length=None):
        return self.ask("reject" + (f" reason {reason}" if reason else "") + said({"data": data}), "reject",
                        struct.pack("<IBB2x256s", self.number, len(data) if length is None else length, reason, data))

    def disconnect(self):
        return self.ask("disconnect", "disconnect", struct.pack("<I", self.number))

    def attributes(self, state):
        self.show(f"init_qp_attr {state}", "init_qp_attr",
                  ANSWER + struct.pack("<II", self.number, device.STATES.get(state, state)), device.QP_ATTR, qp_attributes)

    def option(self, level, name, value):
        """SET_OPTION with the bytes of a value."""
        kept = ctypes.create_string_buffer(value, max(len(value), 1))
        named = OPTIONS.get((level, name), f"{level}.{name}")
        what = runs(value) if value else "of no bytes"
        if named == "path" and len(value) % 72 == 0 and any(value):
            # The rest of a path record differs by run.
            what = " and ".join(f"with flags {value[at]:#x}" for at in range(0, len(value), 72))
        return self.ask(f"option {named} {what}", "set_option",
                        struct.pack("<QIIII", ctypes.addressof(kept), self.number, level, name, len(value)))

    def notify(self, event):
        return self.ask(f"notify {event}", "notify", struct.pack("<II", self.number, event))

    def join(self, name, address, flags=0, size=None):
        """Returns a group, by its own number, whose uid bears the name."""
        uid = self.talk.new_uid(name)
        how = {0: "", 1: " to send only"}.get(flags, f" with flags {flags}")
        back = self.ask(f"join {address}{how}", "join_mcast", ANSWER + struct.pack(
            "<QIHH", uid, self.number, address.size if size is None else size, flags) + device.storage(address.raw()), device.ID)
        return back and Group(self, name, struct.unpack("<I", back)[0])

    def join_ip(self, name, address):
        uid = self.talk.new_uid(name)
        back = self.ask(f"join_ip {address}", "join_ip_mcast", ANSWER + struct.pack("<Q", uid) + device.in6(address.raw())
                        + struct.pack("<I", self.number), device.ID)
        return back and Group(self, name, struct.unpack("<I", back)[0])

    def migrate(self, to):
        """Moves the id into another channel; returns it there."""
        back = self.talk.result(f"{self.name}: migrate to {to.name}", lambda: to.file.call(
            "migrate_id", ANSWER + struct.pack("<II", self.number, self.file.fd), device.REPORTED))
        if back is None:
            return None
        self.talk.say(f"  {struct.unpack('<I', back)[0]} events were reported")
        del self.channel.ids[self.number]
        self.channel, self.file = to, to.file
        to.ids[self.number] = self
        return self

    def destroy(self, quiet=False):
        """Says how many of its events were handed out."""
        try:
            back = self.file.call("destroy_id", ANSWER + struct.pack("<II", self.number, 0), device.REPORTED)
        except Refused as refused:
            self.talk.say(f"{self.name}: destroy: {refused}")
            return
        if not quiet:
            self.talk.say(f"{self.name}: destroy: {struct.unpack('<I', back)[0]} events were reported", usual=True)


class Group:
    """A multicast group that an id has joined."""

    def __init__(self, owner, name, number):
        self.owner, self.name, self.number = owner, name, number
        owner.channel.groups[number] = self

    def leave(self):
        talk, file = self.owner.talk, self.owner.file
        back = talk.result(f"{self.name}: leave", lambda: file.call(
            "leave_mcast", ANSWER + struct.pack("<II", self.number, 0), device.REPORTED))
        if back is not None:
            talk.say(f"  {struct.unpack('<I', back)[0]} events were reported")


OPTIONS = {(0, 0): "tos", (0, 1): "reuseaddr", (0, 2): "afonly", (0, 3): "ack_timeout", (1, 1): "path"}


def said(param, ece=None):
    """Parameters that differ from the usual ones, in words."""
    parts = []
    for name, value in param.items():
        if name == "data":
            parts += [f"{len(value)} bytes {runs(value)}"] if value else []
        else:
            parts.append(f"{name} {value:#x}" if name in ("qp", "qkey") else f"{name} {value}")
    if ece:
        parts.append(f"ece {ece[0]:x}/{ece[1]:x}")
    return "".join(" " + part for part in parts)
