//! A real HTTP server for tests, with the faults that servers have.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// Every answer is a connection's last: without this a client would ask again on one that is being closed.
const LAST: &str = "Connection: close\r\n";

/// How the server answers, one request after the other; the last one is repeated.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// The file, or the part of it that the request's `Range` asks for.
    File,
    /// The whole file, whatever range was asked for.
    WithoutRanges,
    /// As `File`, but the connection ends after so many bytes of the body.
    CutAfter(usize),
    /// As `File`, but the wrong part of it.
    OtherRange,
    Status(&'static str),
    /// Redirects to a path on this server.
    Redirect(&'static str),
    /// As `File`, in pieces with pauses between them.
    Slowly(Duration),
    /// Says nothing until the client has gone.
    Silent,
}

pub(super) struct Server {
    pub address: String,
    /// The `Range` of each request so far.
    ranges: Arc<Mutex<Vec<Option<String>>>>,
    listener: TcpListener,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(content: Vec<u8>, answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/model.gguf", listener.local_addr().unwrap());
        let ranges = Arc::new(Mutex::new(Vec::new()));
        let (accepting, seen) = (listener.try_clone().unwrap(), ranges.clone());
        let thread = std::thread::spawn(move || {
            let mut answers = answers.into_iter().peekable();
            for stream in accepting.incoming() {
                let Ok(stream) = stream else { return };
                let answer = if answers.len() > 1 { answers.next() } else { answers.peek().cloned() };
                let Some(answer) = answer else { return };
                let Some(range) = read_request(&stream) else { return };
                seen.lock().unwrap().push(range.clone());
                // The client may have gone; that is its right.
                let _ = reply(stream, &content, &answer, range.as_deref());
            }
        });
        Self { address, ranges, listener, thread: Some(thread) }
    }

    pub fn ranges(&self) -> Vec<Option<String>> {
        self.ranges.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A connection without a request ends the thread.
        let _ = self.listener.local_addr().and_then(TcpStream::connect);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The request's range; `None` where the connection brought no request.
fn read_request(stream: &TcpStream) -> Option<Option<String>> {
    let mut lines = BufReader::new(stream).lines();
    lines.next()?.ok()?;
    let mut range = None;
    for line in lines {
        let line = line.ok()?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(": ")
            && name.eq_ignore_ascii_case("range")
        {
            range = Some(value.to_owned());
        }
    }
    Some(range)
}

fn reply(mut stream: TcpStream, content: &[u8], answer: &Answer, range: Option<&str>) -> std::io::Result<()> {
    let asked = range.and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse::<usize>().ok());
    let asked = asked.filter(|_| !matches!(answer, Answer::WithoutRanges));
    let start = asked.unwrap_or(0).min(content.len());
    let body = &content[start..];
    match answer {
        Answer::Status(status) => return write!(stream, "HTTP/1.1 {status}\r\n{LAST}Content-Length: 0\r\n\r\n"),
        Answer::Redirect(path) => {
            return write!(stream, "HTTP/1.1 302 Found\r\n{LAST}Location: {path}\r\nContent-Length: 0\r\n\r\n");
        }
        Answer::Silent => {
            while stream.read(&mut [0; 64])? > 0 {}
            return Ok(());
        }
        _ => {}
    }
    let told = if matches!(answer, Answer::OtherRange) { 0 } else { start };
    let first = match asked {
        Some(_) => {
            let (last, all) = (content.len().saturating_sub(1), content.len());
            format!("206 Partial Content\r\nContent-Range: bytes {told}-{last}/{all}")
        }
        None => "200 OK".to_owned(),
    };
    write!(stream, "HTTP/1.1 {first}\r\n{LAST}Content-Length: {}\r\n\r\n", body.len())?;
    match answer {
        Answer::CutAfter(bytes) => stream.write_all(&body[..(*bytes).min(body.len())]),
        Answer::Slowly(pause) => body.chunks(body.len().div_ceil(8).max(1)).try_for_each(|chunk| {
            stream.write_all(chunk)?;
            stream.flush()?;
            std::thread::sleep(*pause);
            Ok(())
        }),
        _ => stream.write_all(body),
    }
}
