"""Conversations over TCP that are kept, and stand-ins that repeat one end of them.

A program that is replayed needs no peer at its device. This is for the address that it exchanges over TCP."""
import pathlib
import socket
import threading
import time

SECONDS = 60  # the longest conversation


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def connected(port):
    until = time.monotonic() + 20
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


class Relay(threading.Thread):
    """Stands between the ends, and keeps what each sends over each connection of TCP."""

    def __init__(self, server_port):
        super().__init__(daemon=True)
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.listener.settimeout(0.05)
        self.sent = []
        self.stops = False
        self.start()

    def stop(self):
        self.stops = True
        self.join()
        self.listener.close()

    def run(self):
        while not self.stops:
            try:
                client, _ = self.listener.accept()
            except TimeoutError:
                continue
            client.settimeout(None)
            server = connected(self.server_port)
            kept = {"client": bytearray(), "server": bytearray()}
            self.sent.append(kept)
            for source, sink, who in ((client, server, "client"), (server, client, "server")):
                threading.Thread(target=self.copy, args=(source, sink, kept[who]), daemon=True).start()

    @staticmethod
    def copy(source, sink, kept):
        try:
            while data := source.recv(65536):
                kept += data
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def talk(conversation, text):
    """Sends the text, and takes whatever comes."""
    try:
        conversation.sendall(text)
        conversation.settimeout(SECONDS)
        while conversation.recv(65536):
            pass
    except OSError:
        pass


def stand_in(port, texts):
    """A client that sends the same again."""
    for text in texts:
        talk(connected(port), text)


def stand_in_server(listener, texts):
    for text in texts:
        conversation, _ = listener.accept()
        threading.Thread(target=talk, args=(conversation, text), daemon=True).start()


def connected_later(port):
    """Waits until somebody listens there, without a connection."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        lines = pathlib.Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
        lines += pathlib.Path("/proc/net/tcp6").read_text(encoding="ascii").splitlines()[1:]
        if any(int(line.split()[1].split(":")[1], 16) == port and line.split()[3] == "0A" for line in lines):
            return
        time.sleep(0.02)
