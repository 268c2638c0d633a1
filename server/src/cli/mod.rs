//! The command line: what may be typed, and `pyflow run`, `demo`, `doctor`.

pub mod args;
mod demo;
mod doctor;
pub mod render;
mod run;

use args::{Cli, Command};
use clap::Parser as _;
use render::{Paint, Style};
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Wrong usage, or something that kept PyFlow from doing what was asked.
const WRONG_USAGE: u8 = 2;

/// What was asked for; or, where that is an answer already (help) or can't be understood, the exit code.
pub fn parse() -> Result<Command, ExitCode> {
    Cli::try_parse().map(|cli| cli.command).map_err(|shown| {
        // A reader that went away has read enough of the help.
        let _ = shown.print();
        ExitCode::from(u8::try_from(shown.exit_code()).unwrap_or(WRONG_USAGE))
    })
}

/// Does a command that people type.
pub fn run(command: &Command) -> ExitCode {
    let no_color = match command {
        Command::Lsp(_) => true,
        Command::Run(args) => args.no_color,
        Command::Demo(args) => args.no_color,
        Command::Doctor(args) => args.no_color,
    };
    let mut console = Console::new(no_color);
    let done = match command {
        // A server is started by `main`, before anything here.
        Command::Lsp(_) => Ok(0),
        Command::Run(args) => run::run(args, &mut console),
        Command::Demo(args) => demo::run(args, &mut console),
        Command::Doctor(args) => doctor::run(args, &mut console),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Told { code, message }) => {
            complain(&message, no_color);
            ExitCode::from(code)
        }
    }
}

/// The folder that a file or folder belongs to: the nearest one above with a mark of a project, else its own.
fn root_of(path: &Path) -> PathBuf {
    const MARKS: [&str; 3] = ["pyproject.toml", ".git", ".venv"];
    let start = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let marked = start.ancestors().find(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()));
    marked.unwrap_or(start).to_owned()
}

/// Tells on stderr why the command failed.
fn complain(message: &str, no_color: bool) {
    let stderr = io::stderr();
    let style = Style::detect(stderr.is_terminal(), no_color, &|name| std::env::var_os(name));
    // There is nobody to tell where stderr is closed.
    let _ = writeln!(stderr.lock(), "{} {message}", style.paint(Paint::Error, "pyflow:"));
}

/// Why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// Whoever read our output has gone: a success, and nothing to tell.
    BrokenPipe,
    Told {
        code: u8,
        message: String,
    },
}

impl Failure {
    /// The user asked for something that can't be.
    pub fn usage(message: String) -> Self {
        Failure::Told { code: WRONG_USAGE, message }
    }

    /// It was asked rightly and did not work.
    pub fn failed(message: String) -> Self {
        Failure::Told { code: 1, message }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::failed(format!("the output can't be written: {error}")),
        }
    }
}

/// Standard output, and how it is written to.
#[derive(Debug)]
pub struct Console {
    pub style: Style,
    out: io::Stdout,
}

impl Console {
    fn new(no_color: bool) -> Self {
        let out = io::stdout();
        let style = Style::detect(out.is_terminal(), no_color, &|name| std::env::var_os(name));
        Self { style, out }
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out.lock(), "{text}")?)
    }

    /// Writes a text as it is, at once.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = self.out.lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// The style of stderr.
    pub fn error_style(&self, no_color: bool) -> Style {
        Style::detect(io::stderr().is_terminal(), no_color, &|name| std::env::var_os(name))
    }

    /// Writes a text to stderr. Where nobody reads it, that is no failure: the exit code tells as well.
    pub fn error_text(&mut self, text: &str) -> Result<(), Failure> {
        match io::stderr().lock().write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        }
    }
}
