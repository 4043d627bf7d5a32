"""Proves that mlx5dv_layouts.cpp can fail: generates from specs with mistakes, and expects the compiler to name each.

usage: misplaced_field.py ROOT COMPILER...
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# The file; what is right in it, and what is wrong instead; what the compiler must say.
MISTAKES = [
    ("specs/segments/data/raddr_seg.yaml",
     {"rkey:        {at: 0x08": "rkey:        {at: 0x0c", "reserved_0c: {at: 0x0c": "reserved_08: {at: 0x08"},
     "specs/segments/data/raddr_seg.yaml: rkey"),
    ("specs/segments/control/ctrl_seg.yaml",
     {"{at: 0x08, bits: [ 1,  1]": "{at: 0x08, bits: [ 0,  0]",
      "reserved_0b_0:         {at: 0x08, bits: [ 0,  0]": "reserved_0b_1: {at: 0x08, bits: [ 1,  1]"},
     "MLX5_WQE_CTRL_SOLICITED"),
    ("specs/enums/wqes.yaml", {"rdma_write_imm:   {value: 0x09": "rdma_write_imm:   {value: 0x0c"},
     "specs/enums/wqes.yaml: opcode::rdma_write_imm"),
]


def complaint(root, include, compiler):
    """The compiler's messages about the layouts below `include`; "" if it accepts them."""
    source = root / "tests/conformance/mlx5dv_layouts.cpp"
    command = [*compiler, "-std=c++20", "-fsyntax-only", "-I", str(include), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr


def with_mistakes(root, scratch):
    """An include directory below `scratch` like the project's, but generated from specs with every mistake."""
    shutil.copytree(root / "specs", scratch / "specs")
    for path, edits, _ in MISTAKES:
        text = (scratch / path).read_text()
        for right, wrong in edits.items():
            if text.count(right) != 1:
                sys.exit(f"{path} does not say `{right}` once: adapt MISTAKES in {__file__}")
            text = text.replace(right, wrong)
        (scratch / path).write_text(text)
    generate = [sys.executable, str(root / "codegen/run.py"), "--root", str(scratch)]
    subprocess.run(generate, check=True, stderr=subprocess.DEVNULL)
    include = scratch / "include/verbatim"
    include.mkdir(parents=True)
    (include / "generated").symlink_to(scratch / "generated")
    for layer in ("wire", "mmio", "queue"):
        (include / layer).symlink_to(root / "runtime" / layer)
    return include.parent


def main():
    root, *compiler = pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:]
    if unexpected := complaint(root, root / "runtime/include", compiler):
        sys.exit(f"the layouts as they are do not compile:\n{unexpected}")
    with tempfile.TemporaryDirectory() as directory:
        said = complaint(root, with_mistakes(root, pathlib.Path(directory)), compiler)
    for path, edits, expected in MISTAKES:
        if expected not in said:
            sys.exit(f"{path} with {edits} should not compile and the compiler should say `{expected}`, but it says:\n{said}")
        print(f"caught: {path} with {'; '.join(edits.values())}")


if __name__ == "__main__":
    main()
