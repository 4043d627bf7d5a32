"""Vendor syndromes, from the nodes of their spec."""
from codegen.model import VendorReport, VendorSyndrome, VendorSyndromes
from codegen.read_layouts import sentences

WIDTH = 8  # bits of err_cqe.vendor_err_synd, and of the hardware syndrome
SYNDROMES = "cqe_syndrome"  # the enum that a vendor syndrome refines


def vendor_syndromes(document, enums):
    document.allow("vendor_syndromes")
    mapping = document["vendor_syndromes"].mapping()
    mapping.allow("doc", "source", "values", "reports")
    if SYNDROMES not in enums:
        document.key("vendor_syndromes").fail(f"vendor syndromes refine the enum '{SYNDROMES}'; describe it in specs/enums/")
    values, taken = [], {}
    for key, value in mapping["values"].mapping():
        entry = _entry(key, value.mapping(), enums)
        for code in entry.codes:
            if code in taken:
                value["value"].fail(f"{code:#04x} is '{taken[code].name}' already; a code has one meaning")
            taken[code] = entry
        values.append(entry)
    if not values:
        mapping["values"].fail("describes no vendor syndrome; list what is known")
    return VendorSyndromes(mapping["doc"].sentence(), mapping["source"].reference(),
                           tuple(sorted(values, key=lambda entry: entry.value)),
                           tuple(_reports(mapping, enums[SYNDROMES], taken)), document.path)


def _entry(key, mapping, enums):
    mapping.allow("value", "detail", "doc", "source", "causes", "checks")
    value = _code(mapping["value"])
    detail = _detail(mapping["detail"], value, enums) if "detail" in mapping else None
    return VendorSyndrome(key.name(), value, detail, mapping["doc"].sentence(), mapping["source"].reference(),
                          sentences(mapping, "causes"), sentences(mapping, "checks"))


def _code(node):
    number = node.number()
    if number >> WIDTH:
        node.fail(f"{number:#x} does not fit the {WIDTH} bits of a syndrome")
    return number


def _detail(node, value, enums):
    """The enum of the lowest bits."""
    if node.text() not in enums:
        node.unknown(f"there is no enum '{node.text()}'", node.text(), sorted(enums), "or describe it in specs/enums/")
    detail = enums[node.text()]
    if detail.width >= WIDTH or value & ((1 << detail.width) - 1):
        node.fail(f"the lowest {detail.width} bits of {value:#04x} are those of '{detail.name}', so they have to be 0 here; "
                  "correct 'value', or name a narrower enum")
    return detail


def _reports(mapping, syndromes, known):
    seen = set()
    for node in mapping["reports"].items() if "reports" in mapping else ():
        report = node.mapping()
        report.allow("syndrome", "vendor", "hardware", "doc", "source")
        syndrome = syndromes.named(report["syndrome"].text())
        if syndrome is None:
            word = report["syndrome"].text()
            report["syndrome"].unknown(f"'{SYNDROMES}' has no enumerator '{word}'", word, [v.name for v in syndromes.values],
                                       there="it has")
        vendor = _code(report["vendor"])
        if vendor not in known:
            report["vendor"].fail(f"no entry above describes {vendor:#04x}; add one")
        hardware = _code(report["hardware"]) if "hardware" in report else None
        if (syndrome, vendor, hardware) in seen:
            report["vendor"].fail("the same syndromes are reported above; say there what else they turned out to be")
        seen.add((syndrome, vendor, hardware))
        yield VendorReport(syndrome, vendor, hardware, report["doc"].sentence(), report["source"].reference())
