//! The names by which a server may be called.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{self, HeaderMap, HeaderName};

/// The names by which the server may be called.
#[derive(Debug)]
pub struct Names {
    address: SocketAddr,
    host: Option<String>,
}

impl Names {
    /// The names of a server at this address, with the name that the user gave.
    pub fn new(address: SocketAddr, host: Option<&str>) -> Self {
        Self { address, host: host.map(str::to_lowercase) }
    }

    /// Whether `Host` is one of them: `localhost`, the name that the user gave, or an address; with the server's port.
    /// Other machines come in by addresses only where the user opened the server to them.
    pub fn has(&self, host: &str) -> bool {
        let host = host.to_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host.as_str(), Some(80)),
        };
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_address = |address: IpAddr| address.is_loopback() || !self.address.ip().is_loopback();
        let is_named = name == "localhost" || self.host.as_deref() == Some(name) || address.is_ok_and(is_address);
        is_named && port == Some(self.address.port())
    }

    /// The origin of the page that was asked for as `localhost`, where only this machine reaches the server.
    pub fn one_origin(&self, host: &str) -> Option<String> {
        let is_local = host.to_lowercase().starts_with("localhost:");
        let is_own = self.address.ip() == IpAddr::from([127, 0, 0, 1]) && self.host.is_none();
        (is_local && is_own).then(|| format!("http://{}", self.address))
    }

    /// Checks `Host` and `Origin` of a request.
    ///
    /// # Errors
    /// The reason, as a sentence.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).unwrap_or_default();
        if !self.has(host) {
            return Err("This is not a name of this server (Host); use the address that it printed.");
        }
        match text(header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://").is_none_or(|name| !self.has(name)) => {
                Err("Pages of other sites may not use this server (Origin).")
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str, host: Option<&str>) -> Names {
        Names::new(address.parse().unwrap(), host)
    }

    #[test]
    fn on_loopback_only_names_of_loopback_are_taken() {
        let names = names("127.0.0.1:4000", None);
        for host in ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "[::1]:4000", "127.0.0.2:4000"] {
            assert!(names.has(host), "{host}");
        }
        for host in
            ["127.0.0.1", "localhost:80", "evil.example:4000", "localhost.evil.example:4000", "10.0.0.7:4000", ""]
        {
            assert!(!names.has(host), "{host}");
        }
    }

    #[test]
    fn opened_to_others_it_goes_by_its_addresses_and_the_name_it_was_given() {
        let names = names("0.0.0.0:4000", Some("Studio.lan"));
        for host in ["10.0.0.7:4000", "studio.lan:4000", "localhost:4000", "[fe80::1]:4000"] {
            assert!(names.has(host), "{host}");
        }
        assert!(!names.has("evil.example:4000"));
        assert!(super::tests::names("0.0.0.0:80", None).has("10.0.0.7"));
    }
}
