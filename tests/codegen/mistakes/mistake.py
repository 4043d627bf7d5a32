"""One mistake in a spec, and the message that it gives."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """One edit of the small set of specs. `structural` ones an editor sees too, by spec.schema.json."""

    file: str
    old: str  # what stands there; None: the file is written anew
    new: str
    message: str
    structural: bool = False

    @property
    def path(self):
        return f"specs/{self.file}" if "." in self.file else f"specs/{self.file}.yaml"

    def edit(self, text):
        """The bytes of the file with the mistake in it."""
        new = self.new if isinstance(self.new, bytes) else self.new.encode()
        if self.old is None:
            return new
        assert self.old.encode() in text, f"{self.path} does not have {self.old!r}"
        return text.replace(self.old.encode(), new, 1)


def spec(*lines):
    return "".join(f"{line}\n" for line in lines)
