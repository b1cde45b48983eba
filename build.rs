//! The built-in templates and static files are part of the program; a file that is added to them must rebuild it.

fn main() {
    for folder in ["static", "templates"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
