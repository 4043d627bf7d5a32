"""The search of posting_model_test.cpp finds mistakes in the source: it is compiled with headers that make one each.

    mistakes.py ROOT COMPILER [NAME...]
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
COMPILER, NAMES = sys.argv[2], sys.argv[3:]
HERE = pathlib.Path(__file__).resolve().parent
LONGEST = 600  # seconds

# name: (header, the source, and with the mistake)
MISTAKES = {
    "the ring's end is ignored": ("posting_order.hpp", "const auto gap = length > to_end ? to_end : 0;",
                                  "const auto gap = length > to_end ? 0u : 0u;"),
    "the NOP at the ring's end is missing": ("send_slot.hpp", "if (taken.gap != 0) add_nop", "if (taken.gap > 15) add_nop"),
    "the room is ignored": ("posting_order.hpp", "if (used + gap + length > at_.wqebbs) return post_error::queue_full;", ""),
    "the room of the NOP is ignored": ("posting_order.hpp", "if (used + gap + length > at_.wqebbs)",
                                       "if (used + length > at_.wqebbs)"),
    "all threads ring": ("posting_order.hpp", "if (Memory::add(&at_.words->requests, 1) != 0) return;",
                         "Memory::add(&at_.words->requests, 1);"),
    "requests are forgotten": ("posting_order.hpp", "seen = Memory::add(&at_.words->requests, 0u - seen) - seen;",
                               "Memory::add(&at_.words->requests, 0u - seen), seen = 0;"),
    "the doorbell before the record": ("posting_order.hpp", """    Memory::store_for_nic(at_.dbrec, wire::big_endian(end & 0xffffu));
    Memory::dbrec_before_doorbell();
    Memory::store_for_nic(at_.doorbell, words_of(last, mark));
""", """    Memory::store_for_nic(at_.doorbell, words_of(last, mark));
    Memory::dbrec_before_doorbell();
    Memory::store_for_nic(at_.dbrec, wire::big_endian(end & 0xffffu));
"""),
    "the record before the barrier": ("posting_order.hpp", """    Memory::wqe_before_dbrec();
    Memory::store_for_nic(at_.dbrec, wire::big_endian(end & 0xffffu));
""", """    Memory::store_for_nic(at_.dbrec, wire::big_endian(end & 0xffffu));
    Memory::wqe_before_dbrec();
"""),
    "the record goes back": ("posting_order.hpp", "wire::big_endian(end & 0xffffu)", "wire::big_endian(last & 0xffffu)"),
    "the doorbell of the first WQE": ("posting_order.hpp", "words_of(last, mark)", "words_of(begin, mark)"),
    "marks of earlier laps count": ("posting_order.hpp", "if (end_of(next) - end - 1 >= longest) break;",
                                    "if (end_of(next) == end || end == begin + at_.wqebbs) break;"),
    "the mark before the WQE": ("send_slot.hpp", "    kept_.template store<Memory>(order_.at(taken.begin), octowords_);\n",
                                "    if (group_.lane() == 0) order_.finish(taken.begin, ctrl);\n"
                                "    kept_.template store<Memory>(order_.at(taken.begin), octowords_);\n"),
    "the last octoword is missing": ("send_slot.hpp", "order_.at(taken.begin), octowords_);",
                                     "order_.at(taken.begin), octowords_ - 1);"),
}


def compiled(directory, *options):
    program = pathlib.Path(directory) / "model"
    subprocess.run([COMPILER, "-std=c++20", "-O1", *options, f"-I{ROOT / 'runtime/include'}", f"-I{HERE}",
                    HERE / "posting_model_test.cpp", "-o", program, "-lgtest", "-lgtest_main", "-pthread"], check=True)
    return program


def wrong(program, suite):
    """Returns the mistake that the search has found, or nothing."""
    done = subprocess.run([program, f"--gtest_filter={suite}.is_right_in_every_order"], capture_output=True, text=True,
                          timeout=LONGEST)
    said = [line.strip() for line in done.stdout.splitlines() if "Which is" in line or line.strip().startswith("found.wrong")]
    return said[1] if done.returncode == 1 and len(said) > 1 else "it ended with %d" % done.returncode if done.returncode else ""


def main():
    missed = []
    with tempfile.TemporaryDirectory() as directory:
        if found := wrong(compiled(directory), "posting_model"):
            sys.exit(f"without a mistake: {found}")
        for name, (header, old, new) in MISTAKES.items():
            if NAMES and name not in NAMES:
                continue
            source = (ROOT / "runtime/queue/gpu" / header).read_text(encoding="utf-8")
            if source.count(old) != 1:
                sys.exit(f"{name}: {header} has this {source.count(old)} times: {old}")
            place = pathlib.Path(directory) / "include/verbatim/queue/gpu" / header
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(source.replace(old, new), encoding="utf-8")
            program = compiled(directory, f"-I{directory}/include")
            found = wrong(program, "posting_model")
            print(f"{name}: {found or 'not found'}", flush=True)
            missed += [] if found else [name]
            place.unlink()
    sys.exit(f"{len(missed)} mistakes were not found" if missed else 0)


if __name__ == "__main__":
    main()
