//! Decides which requests are allowed.
//!
//! A page in a browser on this machine can send requests to any of its ports. So no request that
//! says that it comes from a page is answered; and without a token, only requests that call this
//! machine by a name of its own: a page whose own name was made to lead here uses that name.

use std::net::IpAddr;
use std::path::Path;

use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files;

use super::address::Address;
use super::message::{Head, Reply};

/// The minimum length of a token, which makes it impossible to guess.
const MIN_TOKEN: usize = 16;

/// The rules for requests.
pub struct Access {
    /// The hash of the token, if there is one.
    token: Option<ContentHash>,
    /// Whether requests must name a host: on a Unix socket, they need not.
    is_named: bool,
}

impl Access {
    /// Allows requests with the token in a file; without one, all that reach the address, which
    /// must be on this machine.
    ///
    /// # Errors
    /// Other machines reach the address and there is no token, or the token is too short.
    pub fn new(address: &Address, token_file: Option<&Path>) -> Result<Access, Fault> {
        let token = token_file.map(files::read_named_text).transpose()?;
        match token.as_deref().map(str::trim) {
            None if address.is_public() => {
                let help = "name a file with a token (--token-file FILE), or listen on 127.0.0.1";
                Err(Fault::bad_input("other machines reach this address").help(help))
            }
            Some(token) if token.len() < MIN_TOKEN => {
                Err(Fault::bad_input(format!("a token has at least {MIN_TOKEN} characters")))
            }
            token => {
                let is_named = matches!(address, Address::Tcp(_));
                Ok(Access { token: token.map(|token| Digest::of(token.as_bytes())), is_named })
            }
        }
    }

    pub(super) fn refusal(&self, head: &Head) -> Option<Reply> {
        if head.has_origin {
            return Some(Reply::error(403, "requests from web pages are rejected"));
        }
        match &self.token {
            // Comparing hashes does not reveal how much of two tokens is equal.
            Some(token) if head.token.as_deref().map(Digest::of).as_ref() == Some(token) => None,
            Some(_) => Some(Reply::error(
                401,
                "missing or wrong token: expected Authorization: Bearer TOKEN",
            )),
            None if self.is_named && !head.host.as_deref().is_some_and(is_local) => {
                Some(Reply::error(403, "use localhost or a loopback address as the host"))
            }
            None => None,
        }
    }
}

/// Returns whether the host of a request, with or without a port, can only be this machine.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in
            ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.0.0.1", "[::1]:80", "[::1]"]
        {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org:80",
            "127.0.0.1.nip.io",
            "10.0.0.1",
            "[::2]:80",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }
}
