//! Reads one request from a connection and writes its answer. HTTP/1.1 with one request a connection, which on the
//! loopback address costs nothing.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::answer::{self, Request, Response};
use super::live::Live;

const LARGEST_HEAD: usize = 32 * 1024;
const MOST_HEADERS: usize = 100;
const SLOWEST: Duration = Duration::from_secs(10);

pub(super) fn answer(mut stream: TcpStream, live: &Live, stop: &AtomicBool) {
    let response = match read_request(&mut stream) {
        Ok(Some(request)) => {
            let mut response = answer::answer(&request, live, stop);
            if request.method == "HEAD" {
                response.headers.push(("Content-Length".into(), response.body.len().to_string()));
                response.body.clear();
            }
            response
        }
        Ok(None) => Response::plain("400 Bad Request", "This is no request that the preview can read."),
        // The browser opened a connection and did not use it.
        Err(_) => return,
    };
    // A reader who left in the middle of an answer is no fault of ours.
    let _ = write_response(&mut stream, response);
}

/// `None` when it is not HTTP/1 or too long.
fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<Request>> {
    stream.set_read_timeout(Some(SLOWEST))?;
    stream.set_write_timeout(Some(SLOWEST))?;
    let mut head = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let read = stream.read(&mut chunk)?;
        if read == 0 {
            return if head.is_empty() { Err(std::io::ErrorKind::UnexpectedEof.into()) } else { Ok(None) };
        }
        head.extend_from_slice(&chunk[..read]);
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&head) {
            Ok(httparse::Status::Complete(_)) => {
                let (Some(method), Some(target)) = (request.method, request.path) else { return Ok(None) };
                let host = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case("host"));
                let host = host.map(|header| String::from_utf8_lossy(header.value).into_owned());
                return Ok(Some(Request { method: method.to_owned(), target: target.to_owned(), host }));
            }
            Ok(httparse::Status::Partial) if head.len() < LARGEST_HEAD => {}
            _ => return Ok(None),
        }
    }
}

fn write_response(stream: &mut TcpStream, response: Response) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {}\r\n", response.status);
    let own = [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Connection", "close")];
    let has = |name: &str| response.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
    let length = (!has("content-length")).then(|| ("Content-Length".to_owned(), response.body.len().to_string()));
    let own: Vec<(String, String)> =
        own.into_iter().filter(|(name, _)| !has(name)).map(|(name, value)| (name.into(), value.into())).collect();
    for (name, value) in response.headers.iter().chain(&own).chain(&length) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(&response.body)?;
    stream.flush()
}
