//! One file per subcommand: the only place that prints and picks exit codes.

pub mod model;
