//! The command line: what may be written, and what is said about it.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  pyflow demo                      see what PyFlow does, in two seconds
  pyflow run app.py -- --port 80   run a program; if it breaks, see where, why, and how to mend it
  pyflow run --fix app.py          write the best verified fix to the file, and run again
  pyflow run --cell 2 notes.py     run one cell of a file with `# %%` markers
  pyflow doctor                    which Python, which isolation, and what is missing
  pyflow lsp                       the language server, for your editor's configuration";

/// Runs Python where people write it, and proves the fix when it breaks.
#[derive(Debug, Parser)]
#[command(name = "pyflow", version, about, after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The language server, on standard input and output
    Lsp(LspArgs),
    /// Run a file once, and show what went wrong and how to mend it
    Run(RunArgs),
    /// Show the main job: a program that breaks, its diagnostic, and the quick fix, through the real server
    Demo(DemoArgs),
    /// Say which Python, which isolation and which model are used, and what is missing
    Doctor(DoctorArgs),
}

#[derive(Debug, Args)]
pub struct LspArgs {
    /// Talk over standard input and output; the default, and the only way
    #[arg(long)]
    pub stdio: bool,
    /// End when this process ends
    #[arg(long = "clientProcessId", value_name = "PID")]
    pub client_process_id: Option<u32>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: the program's own; 1 for an uncaught exception, 124 for the time limit, 130 for an interrupt, 2 for
wrong usage or a program that was not run.")]
pub struct RunArgs {
    /// The Python file
    pub file: PathBuf,
    /// Run only the N-th cell of a file with `# %%` markers
    #[arg(long, value_name = "N", conflicts_with = "lines", value_parser = clap::value_parser!(u32).range(1..))]
    pub cell: Option<u32>,
    /// Run only these lines, counted from 1
    #[arg(long, value_name = "A:B", value_parser = parse_lines)]
    pub lines: Option<(u32, u32)>,
    /// End the program after so many seconds (fractions are allowed; 0 means never)
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,
    /// Run in a sandbox: no network, no foreign files, no writes that stay; "off" means no restriction at all
    #[arg(long, value_name = "PROFILE")]
    pub sandbox: Option<ProfileArg>,
    /// The Python to run it with: a path, an environment's folder, or a name on PATH
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
    /// Print the result as one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// If it breaks, write the best verified fix to the file and run it again
    #[arg(long)]
    pub fix: bool,
    /// No colours, also on a terminal
    #[arg(long)]
    pub no_color: bool,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// A Python file that breaks; without one, an example that comes with PyFlow. The file itself is not changed
    pub file: Option<PathBuf>,
    /// No colours, also on a terminal
    #[arg(long)]
    pub no_color: bool,
}

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// The folder or file that the answers are for
    #[arg(default_value = ".")]
    pub path: PathBuf,
    /// No colours, also on a terminal
    #[arg(long)]
    pub no_color: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProfileArg {
    Off,
    Standard,
    Strict,
}

impl ProfileArg {
    /// The profile's name in settings.
    pub fn name(self) -> &'static str {
        match self {
            ProfileArg::Off => "off",
            ProfileArg::Standard => "standard",
            ProfileArg::Strict => "strict",
        }
    }
}

fn parse_lines(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "give the first and the last line, as in 3:7".to_owned();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let (first, last) = (first.parse().map_err(|_| wrong())?, last.parse().map_err(|_| wrong())?);
    if first == 0 || last < first {
        return Err("lines are counted from 1, and the last one is not before the first".to_owned());
    }
    Ok((first, last))
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give seconds, 0 or more, as in 2.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn run(args: &[&str]) -> Result<RunArgs, clap::Error> {
        match Cli::try_parse_from([&["pyflow", "run"], args].concat())?.command {
            Command::Run(args) => Ok(args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_stands_behind_the_dashes_is_the_programs() {
        let args = run(&["--timeout", "0.5", "a.py", "--", "--json", "-x"]).unwrap();
        assert_eq!((args.timeout, args.json), (Some(Duration::from_millis(500)), false));
        assert_eq!(args.args, ["--json", "-x"]);
    }

    #[test]
    fn lines_and_cells_are_counted_from_one() {
        assert_eq!(run(&["a.py", "--lines", "3:7"]).unwrap().lines, Some((3, 7)));
        assert_eq!(run(&["a.py", "--lines", "3"]).unwrap().lines, Some((3, 3)));
        let wrong: [&[&str]; 8] = [
            &["a.py", "--lines", "0:2"],
            &["a.py", "--lines", "5:2"],
            &["a.py", "--lines", "a:b"],
            &["a.py", "--cell", "0"],
            &["a.py", "--cell", "1", "--lines", "1:2"],
            &["a.py", "--timeout", "-1"],
            &["a.py", "--timeout", "nan"],
            &["a.py", "--sandbox", "tight"],
        ];
        for args in wrong {
            assert_eq!(run(args).unwrap_err().exit_code(), 2, "{args:?}");
        }
    }

    #[test]
    fn what_editors_append_is_accepted() {
        for args in [
            &["pyflow", "lsp"][..],
            &["pyflow", "lsp", "--stdio"],
            &["pyflow", "lsp", "--stdio", "--clientProcessId=7"],
        ] {
            assert!(Cli::try_parse_from(args).is_ok(), "{args:?}");
        }
    }
}
