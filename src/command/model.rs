//! The models of a site.
