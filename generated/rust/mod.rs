// Generated from specs/ by codegen. Do not edit: `meson compile -C build generate`.
#![allow(unused_imports)] // a spec decides what its module takes
pub mod commands;
pub mod cqes;
pub mod doorbells;
pub mod enums;
pub mod headers;
pub mod management;
pub mod records;
pub mod segments;
pub mod transports;
pub mod wqes;
