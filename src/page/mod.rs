//! Composes pages: lessons, traces and figures in, HTML, feed, search index and cards out. Does not touch the disk.
