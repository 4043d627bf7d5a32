# Generated from specs/ by codegen. Do not edit: `meson compile -C build generate`.
"""The specs: layouts, WQEs, transports, enums and syndromes as tables. verbatim.tables finds them by their names."""
