"""Many programs on one fabric, that are killed, that sleep, and that are on another fabric: crowd.py LAUNCHER MEMBER [--whole]

crowd_member.cpp says what a member does. Without --whole the crowds are small. SEED=N in the environment repeats a run."""
import os
import pathlib
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

LAUNCHER, MEMBER = (os.path.abspath(path) for path in sys.argv[1:3])
WHOLE = "--whole" in sys.argv
SEED = int(os.environ.get("SEED", "0")) or random.SystemRandom().randrange(1, 1 << 30)
# The status that a NIC gives when its peer is gone.
RETRIED = "transport retry counter exceeded"
# Seconds until it does: 8 times 67 ms. The machine may be busy with other tests, if these are not the slow ones.
SOON = 1 if WHOLE else 10
LONG = 240
# Seconds of sleep, and the most processor time that they take.
SLEEP, ASLEEP = 2 if WHOLE else 1, 0.01


class Member:
    """A program, the lines that it prints with their times, and the numbers of its queue pairs."""

    def __init__(self, environment, fabric, *arguments):
        self.process = subprocess.Popen([LAUNCHER, "--fabric", fabric, MEMBER, *map(str, arguments)], env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))
        self.lines.put((time.monotonic(), None))

    def line(self, seconds=LONG):
        return self.lines.get(timeout=seconds)

    def numbers(self):
        return [int(word) for word in self.line()[1].split()]

    def connect(self, peers):
        self.say(" ".join(map(str, peers)) + "\n")

    def go(self):
        """A sender that does not wait until its peer is connected gives up after half a second, as a NIC does."""
        line = self.line()[1]
        if line != "ready":
            raise ValueError(line)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        for file in (self.process.stdin, self.process.stdout, self.process.stderr):
            file.close()

    def say(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def end(self):
        """Ends the program, and returns its status, its last lines and its complaints."""
        self.process.stdin.close()
        complaint = self.process.stderr.read()
        status = self.process.wait(LONG)
        lines = []
        while (line := self.line()[1]) is not None:
            lines.append(line)
        return status, lines, complaint


class Crowd(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="crowd-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        kept = {name: value for name, value in os.environ.items()
                if name not in ("XDG_RUNTIME_DIR", "VERBATIM_EMULATOR_DIRECTORY")}
        self.environment = {**kept, "TMPDIR": str(self.scratch)}
        self.before = self.left()
        self.random = random.Random(SEED)

    @staticmethod
    def shared_memory():
        return set(os.listdir("/dev/shm")) if os.path.isdir("/dev/shm") else set()

    def left(self):
        """The files of the fabrics, and shared memory of any program."""
        return {str(path) for path in self.scratch.rglob("*")} | self.shared_memory()

    def member(self, *arguments, fabric="crowd"):
        made = Member(self.environment, fabric, *arguments)
        self.addCleanup(made.kill)
        return made

    def crowd(self, pairs, count, rounds):
        """Members that are connected by these pairs, and the queue pairs of each: the peer by the number."""
        sizes = [sum(at in pair for pair in pairs) for at in range(count)]
        members = [self.member(size, rounds) for size in sizes]
        numbers = [one.numbers() for one in members]
        self.assertEqual([len(one) for one in numbers], sizes)
        self.assertEqual(len({number for one in numbers for number in one}), sum(sizes))
        free = [list(one) for one in numbers]
        peers = [{} for _ in members]  # of each member: by the number of its queue pair the peer and its number
        for one, other in pairs:
            here, there = free[one].pop(0), free[other].pop(0)
            peers[one][here], peers[other][there] = (other, there), (one, here)
        for member, own, reached in zip(members, numbers, peers):
            member.connect([reached[number][1] for number in own])
        self.go(members)
        return members, peers

    @staticmethod
    def go(members):
        for one in members:
            one.go()
        for one in members:
            one.say("go\n")

    def sends_and_ends(self, pairs, count, rounds):
        members, _ = self.crowd(pairs, count, rounds)
        for one in members:
            self.assertEqual(one.line()[1], "done")
        for one in members:
            self.assertEqual(one.end(), (0, [], ""))
        self.assertEqual(self.left(), self.before)

    # Many at once.

    def test_a_ring(self):
        count = 256 if WHOLE else 8
        self.sends_and_ends([(at, (at + 1) % count) for at in range(count)], count, 20)

    def test_all_to_a_few(self):
        count, few = (256, 4) if WHOLE else (8, 2)
        self.sends_and_ends([(at, at % few) for at in range(few, count)], count, 20)

    # Killed programs.

    def test_peers_of_the_killed_get_an_error_and_nothing_is_left(self):
        count = 24 if WHOLE else 6
        pairs = [(at, (at + step) % count) for at in range(count) for step in (1, 3)]
        members, peers = self.crowd(pairs, count, 0)
        alive, slowest = set(range(count)), 0
        for killed in self.random.sample(range(count), count // 2):
            time.sleep(self.random.uniform(0, 0.2))
            alive.discard(killed)
            members[killed].process.kill()
            at = time.monotonic()
            for one in alive:
                lost = {number for number, (peer, _) in peers[one].items() if peer == killed}
                expected = {f"lost {number} {RETRIED}" for number in lost}
                said = [members[one].line(SOON + LONG) for _ in lost]
                self.assertEqual({line for _, line in said}, expected, f"SEED={SEED}")
                slowest = max([slowest] + [when - at for when, _ in said])
        self.assertLess(slowest, SOON, f"SEED={SEED}")
        for one in alive:
            members[one].say("stop\n")
        for one in alive:
            self.assertEqual(members[one].line()[1], "done", f"SEED={SEED}")
        for one in alive:
            status, lines, complaint = members[one].end()
            self.assertEqual((status, lines), (0, []), f"SEED={SEED}")
            for line in complaint.splitlines():
                self.assertIn("transport_retry_exc_err", line)
        self.assertEqual(self.left(), self.before)

    def test_killed_while_they_start_or_end(self):
        """The others go on, and the next start of the launcher removes the files of all that were killed."""
        for _ in range(40 if WHOLE else 4):
            members = [self.member(1, 1) for _ in range(3)]
            time.sleep(self.random.uniform(0, 0.1))
            for one in members[:2]:
                one.process.kill()
            members[2].connect(members[2].numbers())  # to itself
            self.go([members[2]])
            self.assertEqual(members[2].line()[1], "done")
            time.sleep(self.random.uniform(0, 0.01))
            members[2].process.stdin.close()
            time.sleep(self.random.uniform(0, 0.01))
            members[2].process.kill()
            for one in members:
                one.process.wait(LONG)
        subprocess.run([LAUNCHER, "--fabric", "other", "true"], env=self.environment, check=True)
        self.assertEqual(self.left(), self.before, f"SEED={SEED}")

    # Two fabrics.

    def test_two_fabrics_do_not_meet(self):
        """The members of another fabric have the same addresses and numbers."""
        first, other = (self.member(1, 0, fabric=name) for name in ("one", "two"))
        [here], [elsewhere] = (one.numbers() for one in (first, other))
        second = self.member(1, 0, fabric="one")
        [there] = second.numbers()
        self.assertEqual(elsewhere, here)
        first.connect([there])
        second.connect([here])
        # On its own fabric, nobody has this number.
        other.connect([there])
        self.go([first, second, other])
        self.assertEqual(other.line()[1], f"lost {elsewhere} {RETRIED}")
        for one in (first, second, other):
            one.say("stop\n")
        for one in (first, second, other):
            self.assertEqual(one.line()[1], "done")
        for one in (first, second, other):
            self.assertEqual(one.end()[:2], (0, []))
        self.assertEqual(self.left(), self.before)

    # Sleep.

    def test_a_program_that_sleeps_takes_no_processor_time(self):
        one = self.member("sleep", SLEEP)
        one.connect(reversed(one.numbers()))
        self.go([one])
        self.assertEqual(one.line()[1], "done")
        one.process.stdin.close()
        self.assertLess(float(one.line()[1]), ASLEEP)
        self.assertEqual(one.end(), (0, [], ""))


if __name__ == "__main__":
    print(f"SEED={SEED}", file=sys.stderr)
    unittest.main(argv=sys.argv[:1], verbosity=2)
