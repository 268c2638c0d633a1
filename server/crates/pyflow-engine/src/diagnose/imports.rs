//! Imports that fail: modules and names that may have been meant, packages that have to be installed.

use super::packages;
use super::scene::{children, collect};
use super::tables::{self, Moved};
use super::{Crash, PackageTool, Source, similarity};
use std::collections::BTreeSet;

/// The name and the module of `cannot import name 'x' from 'm'`.
pub fn cannot_import(crash: &Crash<'_>) -> Option<(String, String)> {
    let message = &crash.exception.message;
    if !message.starts_with("cannot import name") {
        return None;
    }
    let mut quoted = message.split('\'');
    let name = quoted.nth(1)?.to_owned();
    let module = quoted.nth(1)?.to_owned();
    Some((name, module))
}

/// The module that was not found.
pub fn missing_module(crash: &Crash<'_>) -> Option<String> {
    let named = crash.exception.attrs.get("name").and_then(|n| n.as_str()).map(str::to_owned);
    named.or_else(|| crash.exception.message.split('\'').nth(1).map(str::to_owned))
}

/// What a name that a module lacks may have meant.
#[derive(Debug, Clone, PartialEq)]
pub enum NameFinding {
    /// The module is being imported already, by these files of the cycle.
    Circular(Vec<String>),
    /// A file of the user stands before the standard module.
    Shadowed(String),
    /// It moved: module, name there.
    Moved(String, String),
    /// It has another name in the same module.
    Renamed(String),
    /// It is in other modules.
    Elsewhere(Vec<String>),
    Similar(Vec<String>),
    Unknown,
}

/// What the name may have meant, the surest first.
pub fn name_findings(crash: &Crash<'_>, name: &str, module: &str) -> Vec<NameFinding> {
    let mut found = Vec::new();
    let message = &crash.exception.message;
    if message.contains("partially initialized module") {
        let own = format!("{}.py", module.rsplit('.').next().unwrap_or(module));
        let stdlib = crash.interpreter.stdlib.contains(module);
        if stdlib {
            return vec![NameFinding::Shadowed(own)];
        }
        let mut files: Vec<String> = Vec::new();
        for frame in
            crash.exception.frames.iter().filter(|f| f.has_file() && crash.sources.get(&f.file).is_some())
        {
            let file = frame.file.rsplit(['/', '\\']).next().unwrap_or(&frame.file).to_owned();
            if !files.contains(&file) {
                files.push(file);
            }
        }
        if !files.contains(&own) {
            files.push(own);
        }
        return vec![NameFinding::Circular(files)];
    }
    let own = format!("{module}.py");
    if crash.interpreter.stdlib.contains(module) && crash.run.siblings.contains(&own) {
        return vec![NameFinding::Shadowed(own)];
    }
    match tables::moved(module, name) {
        Some(Moved::Renamed(new) | Moved::Alone(new)) => found.push(NameFinding::Renamed(new.to_owned())),
        Some(Moved::Elsewhere(to, new)) => found.push(NameFinding::Moved(to.to_owned(), new.to_owned())),

        _ => {}
    }
    let names = module_names(crash, module);
    let similar: Vec<String> =
        similarity::nearest(name, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect();
    let mut homes: Vec<String> =
        tables::homes(name).into_iter().filter(|m| *m != module).map(str::to_owned).collect();
    if homes.is_empty() {
        let interpreter = crash.interpreter;
        homes = interpreter
            .stdlib_names
            .iter()
            .filter(|(m, names)| {
                *m != module && names.contains(name) && !m.starts_with('_') && name.len() > 3
            })
            .map(|(m, _)| m.clone())
            .collect();
        if homes.len() > 2 {
            homes.clear();
        }
    }
    // The module itself, or one of its submodules, before any other.
    homes.sort_by_key(|m| !m.starts_with(module));
    let exact = similar.iter().any(|s| similarity::distance(name, s) == Some(0));
    if !similar.is_empty() && (exact || homes.is_empty()) {
        found.push(NameFinding::Similar(similar.clone()));
    }
    if !homes.is_empty() {
        found.push(NameFinding::Elsewhere(homes));
    }
    if !similar.is_empty() && !found.iter().any(|f| matches!(f, NameFinding::Similar(_))) {
        found.push(NameFinding::Similar(similar));
    }
    if found.is_empty() {
        found.push(NameFinding::Unknown);
    }
    found
}

/// The public names of a module: the interpreter's, the worker's, or those that its text binds.
fn module_names(crash: &Crash<'_>, module: &str) -> BTreeSet<String> {
    if let Some(names) = crash.interpreter.stdlib_names.get(module) {
        return names.clone();
    }
    if let Some(names) = crash.exception.facts.extra.get("module_names").and_then(|v| v.as_array()) {
        return names.iter().filter_map(|n| n.as_str().map(str::to_owned)).collect();
    }
    let file = format!("{}.py", module.rsplit('.').next().unwrap_or(module));
    crash
        .sources
        .iter()
        .find(|s| s.file.rsplit(['/', '\\']).next() == Some(&file))
        .map(bound_names)
        .unwrap_or_default()
}

/// The names that a module's text binds at its top.
fn bound_names(source: &Source) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let Some(root) = source.root() else { return names };
    collect(root, &mut |n| {
        match n.kind() {
            "function_definition" | "class_definition" => {
                if let Some(name) = n.child_by_field_name("name") {
                    names.insert(source.node_text(name).to_owned());
                }
                return false;
            }
            "assignment" => {
                if let Some(left) = n.child_by_field_name("left").filter(|l| l.kind() == "identifier") {
                    names.insert(source.node_text(left).to_owned());
                }
            }
            "import_from_statement" => {
                let mut cursor = n.walk();
                for name in n.children_by_field_name("name", &mut cursor) {
                    let alias = name.child_by_field_name("alias").unwrap_or(name);
                    names.insert(source.node_text(alias).to_owned());
                }
            }
            _ => {}
        }
        true
    });
    names
}

/// What a module that was not found may have meant.
#[derive(Debug, Clone, PartialEq)]
pub enum ModuleFinding {
    /// A module of Python 2, and its name now.
    Renamed(String),
    /// Modules of the standard library, or submodules of the same parent.
    Similar(Vec<String>),
    /// Files beside the script.
    Sibling(Vec<String>),
    /// The parent is a module, not a package.
    NotPackage(String),
    /// It was part of Python and is no more.
    Removed,
    /// The distribution to install.
    Distribution(String),
}

/// Modules that recent versions took out of the standard library.
const REMOVED: &[&str] = &[
    "asynchat",
    "asyncore",
    "smtpd",
    "cgi",
    "cgitb",
    "crypt",
    "telnetlib",
    "imghdr",
    "sndhdr",
    "audioop",
    "nntplib",
    "pipes",
    "mailcap",
    "uu",
    "xdrlib",
    "chunk",
    "aifc",
    "sunau",
    "msilib",
    "nis",
    "ossaudiodev",
    "spwd",
    "lib2to3",
    "formatter",
    "parser",
    "symbol",
    "macpath",
    "dummy_threading",
    "binhex",
];

/// What the module may have meant, the surest first.
pub fn module_findings(crash: &Crash<'_>, name: &str) -> Vec<ModuleFinding> {
    let interpreter = crash.interpreter;
    if let Some(new) = tables::renamed_module(name) {
        return vec![ModuleFinding::Renamed(new.to_owned())];
    }
    let mut found = Vec::new();
    if let Some((parent, last)) = name.rsplit_once('.') {
        let prefix = format!("{parent}.");
        let submodules =
            interpreter.stdlib.iter().chain(&interpreter.installed).chain(interpreter.stdlib_names.keys());
        let mut known: Vec<&str> =
            submodules.filter_map(|m| m.strip_prefix(&prefix)).filter(|m| !m.contains('.')).collect();
        let beside = crash.exception.facts.extra.get("submodules").and_then(|v| v.as_array());
        known.extend(
            beside
                .into_iter()
                .flatten()
                .filter_map(|n| n.as_str())
                .filter_map(|n| n.strip_suffix(".py").or_else(|| (!n.contains('.')).then_some(n))),
        );
        known.retain(|n| !n.starts_with("__"));
        known.extend(STDLIB_SUBMODULES.iter().filter_map(|m| m.strip_prefix(&prefix)));
        known.sort_unstable();
        known.dedup();
        let similar = similarity::nearest(last, known);
        if !similar.is_empty() {
            found.push(ModuleFinding::Similar(similar.into_iter().map(|s| format!("{prefix}{s}")).collect()));
            return found;
        }
        if crash.exception.message.contains("is not a package") {
            found.push(ModuleFinding::NotPackage(parent.to_owned()));
            return found;
        }
    }
    let siblings: Vec<&str> = crash
        .run
        .siblings
        .iter()
        .filter_map(|s| s.strip_suffix(".py").or_else(|| (!s.contains('.')).then_some(s.as_str())))
        .collect();
    let own =
        crash.run.file.rsplit(['/', '\\']).next().and_then(|f| f.strip_suffix(".py")).unwrap_or_default();
    let near = similarity::nearest(
        name,
        siblings
            .iter()
            .copied()
            .filter(|s| *s != own && crash.run.siblings.iter().any(|f| *f == format!("{s}.py"))),
    );
    if !near.is_empty() {
        found.push(ModuleFinding::Sibling(near.into_iter().map(str::to_owned).collect()));
        return found;
    }
    if REMOVED.contains(&name) {
        return vec![ModuleFinding::Removed];
    }
    if let Some(distribution) = packages::distribution(name) {
        return vec![ModuleFinding::Distribution(distribution.to_owned())];
    }
    let public = |m: &&str| !m.starts_with('_');
    let stdlib = interpreter.stdlib.iter().map(String::as_str).filter(public);
    let mut similar = similarity::nearest(name, stdlib);
    // A package of its own right may be near a standard module's name by chance: only longer names are taken.
    if name.len() < 4 || PACKAGES.contains(&name) {
        similar.clear();
    }
    if similar.is_empty() && name.len() >= 5 && !PACKAGES.contains(&name) {
        similar = similarity::nearest(name, interpreter.installed.iter().map(String::as_str).filter(public));
    }
    if !similar.is_empty() {
        found.push(ModuleFinding::Similar(similar.into_iter().map(str::to_owned).collect()));
    }
    let top = name.split('.').next().unwrap_or(name);
    found.push(ModuleFinding::Distribution(packages::distribution(name).unwrap_or(top).to_owned()));
    found
}

/// Submodules of the standard library's packages that programs name.
const STDLIB_SUBMODULES: &[&str] = &[
    "os.path",
    "urllib.parse",
    "urllib.request",
    "urllib.error",
    "urllib.robotparser",
    "http.client",
    "http.server",
    "http.cookies",
    "http.cookiejar",
    "xml.etree",
    "xml.etree.ElementTree",
    "xml.dom",
    "xml.dom.minidom",
    "xml.sax",
    "concurrent.futures",
    "collections.abc",
    "importlib.metadata",
    "importlib.resources",
    "importlib.util",
    "importlib.machinery",
    "logging.handlers",
    "logging.config",
    "email.message",
    "email.mime",
    "email.utils",
    "email.parser",
    "email.mime.text",
    "email.mime.multipart",
    "json.decoder",
    "json.encoder",
    "multiprocessing.pool",
    "multiprocessing.dummy",
    "multiprocessing.shared_memory",
    "unittest.mock",
    "tkinter.ttk",
    "tkinter.messagebox",
    "tkinter.filedialog",
    "html.parser",
    "html.entities",
    "curses.ascii",
    "asyncio.subprocess",
    "wsgiref.simple_server",
    "xmlrpc.client",
    "xmlrpc.server",
    "dbm.dumb",
    "ctypes.util",
    "encodings.aliases",
    "encodings.idna",
];

/// Well-known packages whose names are near a standard module's.
const PACKAGES: &[&str] = &[
    "attr",
    "attrs",
    "toml",
    "tomli",
    "jsons",
    "ujson",
    "orjson",
    "rich",
    "click",
    "typer",
    "regex",
    "mock",
    "six",
    "pytz",
    "arrow",
    "flask",
    "numpy",
    "scipy",
    "torch",
    "keras",
    "redis",
    "celery",
    "boto",
    "boto3",
    "httpx",
    "faker",
    "black",
    "isort",
    "mypy",
    "nose",
    "pydub",
    "pygame",
    "tqdm",
    "loguru",
    "pika",
    "peewee",
    "polars",
    "plotly",
    "sympy",
    "sanic",
    "trio",
    "anyio",
    "ply",
    "lark",
    "html5lib",
    "emoji",
    "pandas",
    "requests",
    "django",
    "fastapi",
    "pydantic",
    "seaborn",
    "matplotlib",
    "pytest",
    "simplejson",
    "psutil",
    "colorama",
    "tabulate",
    "twine",
    "wheel",
    "pip",
    "openai",
    "nltk",
    "spacy",
    "gensim",
    "networkx",
    "shapely",
    "pyproj",
    "cython",
    "numba",
    "dask",
    "joblib",
    "statsmodels",
    "xgboost",
    "lightgbm",
    "transformers",
    "datasets",
    "tensorflow",
    "selenium",
    "scrapy",
    "paramiko",
    "fabric",
    "invoke",
    "aiohttp",
    "uvicorn",
    "gunicorn",
    "tornado",
    "bottle",
    "marshmallow",
    "sqlmodel",
    "pymongo",
    "pymysql",
    "unidecode",
    "humanize",
    "schedule",
    "watchdog",
    "markdown",
    "jinja2",
    "mako",
    "babel",
    "textblob",
    "wordcloud",
    "folium",
    "geopandas",
    "xlrd",
    "openpyxl",
    "reportlab",
    "weasyprint",
    "qrcode",
    "imageio",
    "moviepy",
    "playsound",
    "pyautogui",
    "pynput",
    "keyboard",
    "mouse",
];

/// The command that installs a distribution with the project's tool. Shown, never run.
pub fn install_command(tool: PackageTool, distribution: &str) -> String {
    match tool {
        PackageTool::Pip => format!("python -m pip install {distribution}"),
        PackageTool::Uv => format!("uv add {distribution}"),
        PackageTool::Poetry => format!("poetry add {distribution}"),
        PackageTool::Pipenv => format!("pipenv install {distribution}"),
        PackageTool::Conda => format!("conda install {distribution}"),
    }
}

/// The import statement's node of the failing line, and the name's in it.
pub fn import_node<'a>(
    scene: &super::Scene<'a>,
    name: &str,
) -> Option<(tree_sitter::Node<'a>, tree_sitter::Node<'a>)> {
    let statement = scene.statement();
    let statement = if statement.kind().starts_with("import") {
        statement
    } else {
        let mut all = scene.within("import_from_statement");
        all.extend(scene.within("import_statement"));
        *all.first()?
    };
    let mut found = None;
    collect(statement, &mut |n| {
        if matches!(n.kind(), "dotted_name") && scene.text(n) == name && found.is_none() {
            found = Some(n);
        }
        true
    });
    found.map(|n| (statement, n)).or_else(|| children(statement).next().map(|n| (statement, n)))
}
