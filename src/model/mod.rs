//! The models a site may run: the list in `models/models.yaml`, fetching and verifying files, reading GGUF, tokens.
