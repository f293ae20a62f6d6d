//! Which pages may speak to the server with a visitor's cookies.

use std::net::SocketAddr;

use axum::http::{HeaderMap, header};

use crate::config::Tls;

/// The pages that may open a socket or change something: exactly these, letter for letter.
#[derive(Clone, Debug)]
pub struct Origins(Vec<String>);

impl Origins {
    /// The origins that the configuration names, or the address that is listened at.
    pub fn new(named: &[String], tls: Option<&Tls>, address: SocketAddr) -> Self {
        if !named.is_empty() {
            return Self(named.to_vec());
        }
        let scheme = if tls.is_some() { "https" } else { "http" };
        let mut origins = vec![format!("{scheme}://{address}")];
        if address.ip().is_loopback() {
            origins.push(format!("{scheme}://localhost:{}", address.port()));
        }
        Self(origins)
    }

    /// The first of them, to be printed.
    pub fn first(&self) -> &str {
        &self.0[0]
    }

    /// Whether a page of this origin may open a socket: it must say where it comes from, once.
    pub fn may_open_socket(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (Some(origin), None) => {
                self.0.iter().any(|known| known.as_bytes() == origin.as_bytes())
            }
            (None, _) | (Some(_), Some(_)) => false,
        }
    }

    /// Whether a request may change something. A browser sends its origin; a client that is not a
    /// browser carries nobody's cookies by accident.
    pub fn may_change(&self, headers: &HeaderMap) -> bool {
        let from_here = !headers.contains_key(header::ORIGIN) || self.may_open_socket(headers);
        from_here && !is_cross_site(headers)
    }
}

/// Whether the browser says that another site caused this request.
fn is_cross_site(headers: &HeaderMap) -> bool {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    sites.any(|site| site != "same-origin" && site != "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> Origins {
        Origins(vec!["https://floor.example:8443".to_owned()])
    }

    fn with(values: &[&[u8]]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::ORIGIN, axum::http::HeaderValue::from_bytes(value).unwrap());
        }
        headers
    }

    #[test]
    fn only_the_very_origin_opens_a_socket() {
        let right = b"https://floor.example:8443";
        assert!(origins().may_open_socket(&with(&[right])));
        let mut refused = 0;
        // Every way to leave a letter out, double it or put another in its place.
        for place in 0..right.len() {
            for other in [&b""[..], b"x", b".", b"/", b"@", b" ", b"\t", b"%", b":", b"A"] {
                let wrong = [&right[..place], other, &right[place + 1..]].concat();
                if wrong != right {
                    assert!(!origins().may_open_socket(&with(&[&wrong])), "{wrong:?}");
                    refused += 1;
                }
            }
        }
        assert!(refused >= 200, "{refused}");
    }

    #[test]
    fn near_origins_are_other_origins() {
        for wrong in [
            "",
            "null",
            "*",
            "http://floor.example:8443",
            "https://floor.example",
            "https://floor.example:443",
            "https://floor.example:8443/",
            "https://floor.example:8443/play",
            "https://FLOOR.example:8443",
            "https://floor.example:08443",
            "https://floor.example.:8443",
            "https://evil.floor.example:8443",
            "https://floor.example:8443.evil.example",
            "https://floor.example:8443@evil.example",
            "https://evil.example#https://floor.example:8443",
            "https://evil.example, https://floor.example:8443",
            "wss://floor.example:8443",
            "file://",
        ] {
            assert!(!origins().may_open_socket(&with(&[wrong.as_bytes()])), "{wrong:?}");
            assert!(!origins().may_change(&with(&[wrong.as_bytes()])), "{wrong:?}");
        }
    }

    #[test]
    fn what_another_site_makes_a_browser_send_changes_nothing() {
        let right = &b"https://floor.example:8443"[..];
        for (site, may) in
            [("same-origin", true), ("none", true), ("cross-site", false), ("same-site", false)]
        {
            for origin in [&[][..], &[right]] {
                let mut headers = with(origin);
                headers.insert("sec-fetch-site", axum::http::HeaderValue::from_static(site));
                assert_eq!(origins().may_change(&headers), may, "{site} {origin:?}");
            }
        }
    }

    #[test]
    fn who_names_no_origin_or_two_opens_no_socket() {
        assert!(!origins().may_open_socket(&HeaderMap::new()));
        let right = &b"https://floor.example:8443"[..];
        assert!(!origins().may_open_socket(&with(&[right, right])));
        assert!(!origins().may_change(&with(&[right, right])));
        assert!(origins().may_change(&HeaderMap::new()));
    }
}
