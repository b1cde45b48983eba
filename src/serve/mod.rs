//! Preview of a site on this machine, with live reload. Comes in: a function that builds the site. Goes out: exactly the
//! files of the build, over HTTP on the loopback address, from memory. Does not write to disk and does not know how a
//! site is built.

mod answer;
mod browser;
mod connection;
mod content_type;
mod error_page;
mod host_headers;
mod live;
mod request_path;
mod snapshot;
mod tree;
mod watch;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

pub use browser::open_browser;

use self::live::Live;
use self::snapshot::Snapshot;
use self::tree::Tree;
use self::watch::Watch;
use crate::publish::OutputFile;

#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// 0 takes any free port.
    pub port: u16,
    /// The folder whose files make a rebuild when they change.
    pub site: Utf8PathBuf,
    /// Folders and files below it that are no sources: the output, the models, build folders.
    pub ignore: Vec<Utf8PathBuf>,
}

/// A finished build.
#[derive(Clone, Debug)]
pub struct Built {
    pub files: Vec<OutputFile>,
    /// The path of the site's base URL: `/`, `/sub/`.
    pub base_path: String,
}

/// What happens while a site is served, for whoever tells people.
#[derive(Clone, Debug)]
pub enum Event {
    Built {
        files: usize,
        took: Duration,
    },
    /// The message is also shown in the page.
    Failed {
        message: String,
    },
    /// A file of the site changed and a build begins.
    Changed,
    /// The system does not report changes; files are looked at every second.
    NotWatching {
        reason: String,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("port {port} is taken by another program; choose one with `--port`, or `--port 0` for any free one")]
    PortTaken { port: u16 },
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen { port: u16, source: std::io::Error },
}

/// A server that has its port and answers nothing yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: ServeOptions,
    live: Arc<Live>,
    stop: Arc<AtomicBool>,
}

/// Ends a running [`Server`] from another thread.
#[derive(Clone, Debug)]
pub struct Stopper {
    stop: Arc<AtomicBool>,
    live: Arc<Live>,
    address: SocketAddr,
}

impl Stopper {
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        self.live.wake();
        // The thread that accepts connections sleeps until there is one; without one the process ends it.
        let _ = TcpStream::connect(self.address);
    }
}

impl Server {
    /// # Errors
    /// When the port cannot be had.
    pub fn bind(options: ServeOptions) -> Result<Self, ServeError> {
        let port = options.port;
        let failed = |source: std::io::Error| match source.kind() {
            std::io::ErrorKind::AddrInUse => ServeError::PortTaken { port },
            _ => ServeError::Listen { port, source },
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address, options, live: Arc::default(), stop: Arc::default() })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the site stands for `base_path`.
    pub fn url(&self, base_path: &str) -> String {
        format!("http://{}{base_path}", self.address)
    }

    pub fn stopper(&self) -> Stopper {
        Stopper { stop: self.stop.clone(), live: self.live.clone(), address: self.address }
    }

    /// Builds, serves and rebuilds until it is stopped. `build` runs on the calling thread, one build at a time.
    pub fn run(self, mut build: impl FnMut() -> Result<Built, String>, mut tell: impl FnMut(Event)) {
        let Self { listener, options, live, stop, .. } = self;
        let mut watch = Watch::start(&options.site, &options.ignore);
        if let Some(reason) = watch.failure() {
            tell(Event::NotWatching { reason: reason.to_owned() });
        }
        let (accepting, answering) = (stop.clone(), live.clone());
        std::thread::spawn(move || accept(&listener, &answering, &accepting));

        // Taken before the build: what changes while it runs is seen as a change afterwards.
        let mut snapshot = Snapshot::take(watch.scope());
        loop {
            let start = Instant::now();
            match build() {
                Ok(built) => {
                    let files = built.files.len();
                    live.show(Tree::new(built));
                    tell(Event::Built { files, took: start.elapsed() });
                }
                Err(message) => {
                    live.fail(message.clone());
                    tell(Event::Failed { message });
                }
            }
            loop {
                let Some(touched) = watch.next_change(&stop) else { return };
                let now = snapshot.renewed(watch.scope(), &touched);
                let changed = !now.same_content(&snapshot);
                snapshot = now;
                if changed {
                    tell(Event::Changed);
                    break;
                }
            }
        }
    }
}

fn accept(listener: &TcpListener, live: &Arc<Live>, stop: &Arc<AtomicBool>) {
    for stream in listener.incoming() {
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let (live, stop) = (live.clone(), stop.clone());
        std::thread::spawn(move || connection::answer(stream, &live, &stop));
    }
}
