"""Every mistake that a spec can have and what the generator says about it: the grammar's rules, by example."""
from .commands import COMMANDS
from .grammar import GRAMMAR
from .packets import PACKETS
from .records import RECORDS
from .segments import SEGMENTS
from .tables import TABLES
from .wqes import WQES

MISTAKES = (*GRAMMAR, *SEGMENTS, *WQES, *TABLES, *COMMANDS, *RECORDS, *PACKETS)
