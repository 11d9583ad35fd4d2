//! The command line as people and pipelines use it: screens, reports, exit codes, and bad input.
//! Every test runs the program of this build in a folder of its own.

mod against;
#[cfg(target_os = "linux")]
mod archive;
#[cfg(target_os = "linux")]
mod autograder;
mod bad_cases;
mod bad_config;
mod bad_folders;
mod bad_outputs;
mod batch;
#[cfg(target_os = "linux")]
mod batch_problems;
mod check;
#[cfg(target_os = "linux")]
mod cluster;
#[cfg(target_os = "linux")]
mod compile_folders;
#[cfg(target_os = "linux")]
mod convert;
#[cfg(target_os = "linux")]
mod counting;
#[cfg(target_os = "linux")]
mod dependencies;
#[cfg(target_os = "linux")]
mod doctor;
#[cfg(target_os = "linux")]
mod due;
mod evaluate;
#[cfg(target_os = "linux")]
#[path = "../executables/mod.rs"]
mod executables;
mod export;
mod feedback;
mod generate;
#[cfg(unix)]
mod generate_by_format;
#[cfg(target_os = "linux")]
mod generate_outputs;
mod generate_package;
#[cfg(target_os = "linux")]
mod grade;
mod hand_in;
mod help;
mod html;
mod html_page;
mod huepfburg;
mod hunt;
#[cfg(target_os = "linux")]
mod interactive;
#[cfg(target_os = "linux")]
mod interruption;
#[cfg(target_os = "linux")]
mod java;
mod json_schema;
#[cfg(target_os = "linux")]
mod judge;
mod junit;
#[cfg(target_os = "linux")]
mod keep_output;
#[cfg(target_os = "linux")]
mod languages;
#[cfg(unix)]
mod limits;
#[cfg(target_os = "linux")]
mod links;
#[cfg(target_os = "linux")]
mod merge;
#[cfg(target_os = "linux")]
mod moved;
#[cfg(target_os = "linux")]
mod mutate;
#[cfg(target_os = "linux")]
mod new;
#[path = "../one_language/mod.rs"]
mod one_language;
#[cfg(target_os = "linux")]
mod own_export;
#[cfg(target_os = "linux")]
mod own_problems;
#[cfg(target_os = "linux")]
mod own_recipes;
#[cfg(target_os = "linux")]
mod package_languages;
#[cfg(target_os = "linux")]
mod package_programs;
#[cfg(target_os = "linux")]
mod packages;
#[cfg(target_os = "linux")]
mod passed_over;
#[cfg(target_os = "linux")]
mod permissions;
#[cfg(target_os = "linux")]
mod plans;
#[cfg(target_os = "linux")]
mod reads;
mod real_data;
#[cfg(target_os = "linux")]
mod record;
#[cfg(target_os = "linux")]
mod sanitize;
mod schema;
mod serve;
mod serve_http;
mod shards;
mod shipped;
mod show;
#[cfg(target_os = "linux")]
mod shrink;
mod similar;
mod solve;
#[cfg(target_os = "linux")]
mod statistics;
#[cfg(target_os = "linux")]
mod strangers;
#[cfg(target_os = "linux")]
mod strength;
#[cfg(target_os = "linux")]
mod strictness;
#[cfg(target_os = "linux")]
mod students;
mod subtraction_game;
mod support;
#[cfg(target_os = "linux")]
mod time_limits;
#[cfg(target_os = "linux")]
mod tools;
mod validate;
mod verbose;
#[cfg(target_os = "linux")]
mod visualizers;
#[cfg(target_os = "linux")]
mod warm;
#[cfg(target_os = "linux")]
mod workflows;
#[cfg(target_os = "linux")]
mod worksheet;
#[cfg(target_os = "linux")]
mod zipped;
