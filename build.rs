//! the built-in words, templates and static files are part of the program; a file that is added to them must rebuild it.

fn main() {
    for folder in ["src/words/catalogue", "static", "templates"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
