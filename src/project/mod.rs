//! A site folder: its configuration, glossary, modules, and the list of its lessons. Knows nothing of Markdown.
