# Generated from specs/records/ by codegen. Do not edit: `meson compile -C build generate`.
"""The forms of records of the subnet administrator: records.path_record(dlid=5)."""
from verbatim.mailbox import record as _record

link_record = _record("link_record")
mcmember_record = _record("mcmember_record")
node_record = _record("node_record")
path_record = _record("path_record")
portinfo_record = _record("portinfo_record")
service_record = _record("service_record")
sminfo_record = _record("sminfo_record")
switch_info_record = _record("switch_info_record")
