"""The exceptions of this package. Each text names the limit and says what to do."""


class VerbatimError(Exception):
    """The base of every exception of this package."""


class OrderError(VerbatimError, AttributeError):
    """A step of a chain is missing, repeated or out of place. The text names the steps that are allowed."""


class ArgumentError(VerbatimError, TypeError):
    """A step got too few, too many or other arguments than it takes."""


class RangeError(VerbatimError, ValueError):
    """A value does not fit its field. The text names the limit."""


class RoomError(VerbatimError, ValueError):
    """A WQE has more segments or a longer payload than fit. The text names the limit."""


class NameUnknown(VerbatimError, LookupError, AttributeError):
    """There is no WQE, transport, layout or enumerator of that name. The text names those that there are."""


class ParseError(VerbatimError, ValueError):
    """Bytes that contradict the formats. `faults` lists the contradictions."""

    def __init__(self, what: str, faults: "tuple[str, ...]" = ()) -> None:
        super().__init__("; ".join((what, *faults)) if what else "; ".join(faults))
        self.faults = tuple(faults)
