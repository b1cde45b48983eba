use super::{EngineRecord, HostRecord, ModelRecord};

/// The default model, its engine and a machine, for tests that need a whole trace.
pub(crate) fn records() -> (ModelRecord, EngineRecord, HostRecord) {
    let model = ModelRecord {
        name: "SmolLM2-135M-Instruct".into(),
        file: "SmolLM2-135M-Instruct.Q4_1.gguf".into(),
        sha256: "b1".repeat(32),
        architecture: "llama".into(),
        quantisation: "Q4_1".into(),
        parameters: 134_515_008,
        vocabulary: 49_152,
        layers: 30,
        heads: 9,
        kv_heads: 3,
        head_width: 64,
        embedding: 576,
        context: 8192,
    };
    let engine = EngineRecord {
        name: "mistral.rs".into(),
        version: "0.8.1".into(),
        device: "CPU".into(),
        weights: "F32".into(),
        dtype: "F32".into(),
        threads: 2,
        build_features: vec!["avx2".into(), "fma".into()],
    };
    let host = HostRecord {
        cpu: "Example CPU 3.0 GHz".into(),
        cores: 2,
        os: "Debian 13".into(),
        arch: "x86_64".into(),
        memory_bytes: 16 << 30,
    };
    (model, engine, host)
}
