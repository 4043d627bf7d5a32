"""Processes that are killed, and what their peers hear."""
import os
import signal

import flows
from flows import PORT
from ids import Channel


class Other:
    """Another process, which does what it is told when it is told."""

    def __init__(self, talk, work):
        ours, theirs = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(ours[0])
            os.close(theirs[1])

            def step():
                """Says that a step is done, and waits for the next word."""
                os.write(ours[1], b".")
                if not os.read(theirs[0], 1):
                    os._exit(1)

            try:
                with talk.quietly():
                    work(talk, step)
            finally:
                signal.pause()
        os.close(ours[1])
        os.close(theirs[0])
        self.done, self.words = ours[0], theirs[1]

    def wait(self):
        if not os.read(self.done, 1):
            raise AssertionError("the other process has ended early")

    def go_on(self):
        os.write(self.words, b".")

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.done)
        os.close(self.words)


def serve(answers, ready=False):
    """A server that goes as far as told: "request", "accepted" or "connected"."""
    def work(talk, step):
        server = Channel(talk, "server")
        flows.listening(server, talk.address("own", PORT))
        step()
        passive = server.hear(name="passive")
        if answers != "request":
            passive.accept(qp=0x222, responder=1, initiator=1)
        if answers == "connected":
            server.hear()
        step()
    return work


def ask(talk, step):
    """A client that connects, and is ready when it is told."""
    client = Channel(talk, "client")
    active = flows.routed(client, talk.address("own", PORT))
    active.connect(qp=0x111, responder=1, initiator=1)
    step()
    client.hear()
    step()
    active.establish()
    step()


def converse(talk):
    own = talk.address("own", PORT)
    for stage in ("request", "accepted", "connected"):
        talk.title(f"a server dies: {stage}")
        other = Other(talk, serve(stage))
        other.wait()
        client = Channel(talk, "client")
        active = flows.routed(client, own)
        with talk.quietly():
            active.connect(qp=0x111, responder=1, initiator=1)
        other.go_on()
        if stage != "request":
            client.hear()
        if stage == "connected":
            active.establish()
        other.wait()
        other.kill()
        client.hear(5)
        if stage == "accepted":
            active.establish()
        active.disconnect()
        client.hear(5)
        active.destroy()
        client.close()

    talk.title("a listener dies")

    def listen(talk, step):
        server = Channel(talk, "server")
        flows.listening(server, talk.address("own", PORT))
        step()

    other = Other(talk, listen)
    other.wait()
    other.kill()
    client = Channel(talk, "client")
    active = flows.routed(client, own)
    active.connect(qp=0x111)
    client.hear()
    server = Channel(talk, "server")
    listener = server.create("listener")
    listener.bind(own)
    listener.listen()
    flows.close(client, server)

    for stage in ("waits", "has heard the acceptance", "is connected"):
        talk.title(f"a client dies that {stage}")
        other = Other(talk, ask)
        server = Channel(talk, "server")
        listener = flows.listening(server, own)
        other.wait()
        passive = server.hear(name="passive")
        if stage != "waits":
            passive.accept(qp=0x222, responder=1, initiator=1)
            other.go_on()
            other.wait()
        if stage == "is connected":
            other.go_on()
            other.wait()
            server.hear()
        other.kill()
        server.hear(5)
        passive.disconnect()
        server.hear(5)
        passive.destroy()
        listener.destroy()
        server.close()
