//! Asking another host: how long to wait, and what went wrong in words. Comes in: nothing but the time-outs. Goes out: an
//! agent for requests, and sentences for its errors.

use std::time::Duration;

use ureq::Agent;

/// How long a server may take to be reached at all: without a network nobody should wait.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// `silence`: how long a server may send nothing before it counts as gone. An answer of any status is an answer.
pub(crate) fn agent(silence: Duration) -> Agent {
    Agent::config_builder()
        .timeout_resolve(Some(CONNECT_TIMEOUT))
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_recv_response(Some(silence))
        .timeout_per_read(Some(silence))
        .http_status_as_error(false)
        // The digest and the ranges of a file are of the file, not of a compressed form of it.
        .accept_encoding("identity")
        .user_agent(concat!("logitpress/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

pub(crate) fn words_of(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            format!("the server was not reached within {} seconds", CONNECT_TIMEOUT.as_secs())
        }
        ureq::Error::Timeout(_) => "the server did not answer in time".to_owned(),
        ureq::Error::HostNotFound => "the server's name is not known here (is there a network?)".to_owned(),
        ureq::Error::ConnectionFailed => "no connection to the server".to_owned(),
        ureq::Error::Io(error) => format!("no connection to the server: {error}"),
        other => other.to_string(),
    }
}
