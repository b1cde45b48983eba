use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use crate::trace::HostRecord;

/// The machine this process runs on.
pub fn host_record() -> HostRecord {
    let wanted =
        RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()).with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(wanted);
    let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned()).filter(|brand| !brand.is_empty());
    HostRecord {
        cpu: cpu.unwrap_or_else(|| "unknown CPU".into()),
        cores: system.cpus().len() as u32,
        os: System::long_os_version().unwrap_or_else(|| std::env::consts::OS.into()),
        arch: std::env::consts::ARCH.into(),
        memory_bytes: system.total_memory(),
    }
}

/// CPU instruction sets that the engine's kernels were compiled for, of those that matter to their speed.
pub fn build_features() -> Vec<String> {
    let sets = [
        ("avx2", cfg!(target_feature = "avx2")),
        ("fma", cfg!(target_feature = "fma")),
        ("f16c", cfg!(target_feature = "f16c")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("avx512bw", cfg!(target_feature = "avx512bw")),
        ("avx512vnni", cfg!(target_feature = "avx512vnni")),
        ("neon", cfg!(target_feature = "neon")),
        ("simd128", cfg!(target_feature = "simd128")),
    ];
    sets.into_iter().filter(|(_, there)| *there).map(|(name, _)| name.to_owned()).collect()
}
