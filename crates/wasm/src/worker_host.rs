//! The worker that a module runs in.

use std::panic;

use wasm_bindgen::prelude::wasm_bindgen;

use super::host::Host;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = undercroftHost)]
    fn now() -> f64;

    #[wasm_bindgen(js_namespace = undercroftHost, js_name = progress)]
    fn send_progress(frame: &[u8]);

    #[wasm_bindgen(js_namespace = undercroftHost, js_name = isCancelled)]
    fn is_cancelled() -> bool;

    #[wasm_bindgen(js_namespace = undercroftHost)]
    fn panicked(message: &str);
}

/// The worker that this module runs in.
pub struct WorkerHost;

impl Host for WorkerHost {
    fn now(&self) -> f64 {
        now()
    }

    fn send_progress(&self, frame: &[u8]) {
        send_progress(frame);
    }

    fn is_cancelled(&self) -> bool {
        is_cancelled()
    }
}

/// A panic ends the module; before that its message goes to the worker.
#[wasm_bindgen(start)]
pub fn report_panics() {
    panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}
