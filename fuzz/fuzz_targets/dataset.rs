//! Plans, sidecars and manifests of data sets are read or refused; what is read is written without loss, and its shards
//! and names stay within their limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_formats::dataset::{DatasetManifest, DatasetPlan, Sidecar};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(plan) = DatasetPlan::parse(bytes) {
        assert_eq!(DatasetPlan::parse(plan.to_json().as_bytes()).as_ref(), Ok(&plan));
        assert_eq!(plan.difference(&plan), None);
        let last = plan.shard_count() - 1;
        assert_eq!(plan.shard_seeds(last).last, plan.seeds.last);
        assert!(plan.owns(&plan.shard_name(last)) && plan.owns(&plan.sidecar_name(last)));
        plan.findings();
    }
    if let Ok(sidecar) = Sidecar::parse("sidecar", bytes) {
        assert_eq!(Sidecar::parse("sidecar", sidecar.to_json().as_bytes()), Ok(sidecar));
    }
    if let Ok(manifest) = DatasetManifest::parse(bytes) {
        assert_eq!(DatasetManifest::parse(manifest.to_json().as_bytes()), Ok(manifest));
    }
});
