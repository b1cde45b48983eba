//! Writes the output folder: only what differs, deletes only what it wrote before, refuses folders that are not its own.
