"""Mistakes in records of the subnet administrator."""
from .mistake import Mistake

RECORD = "records/thing_record"

RECORDS = (
    Mistake(RECORD, "attribute: 0x77", "attribute: 0x10077",
            "specs/records/thing_record.yaml:2: error: 0x10077 does not fit the 16 bits of an attribute's number", structural=True),
    Mistake(RECORD, "component: 2", "component: 64",
            "specs/records/thing_record.yaml:8: error: component 64 is beyond the 64 bits of the mask, 0 to 63", structural=True),
    Mistake(RECORD, "component: 2", "component: 0",
            "specs/records/thing_record.yaml:8: error: 'level' has component 0, which 'gid' has; give each its own"),
    Mistake(RECORD, "component: 2, ", "",
            "specs/records/thing_record.yaml:8: error: 'component' is missing; give the bit of the field in the mask of a request",
            structural=True),
    Mistake(RECORD, "level:", "attribute:",
            "specs/records/thing_record.yaml:8: error: 'attribute' is a name that the generated code needs for itself; choose another",
            structural=True),
)
