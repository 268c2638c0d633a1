use super::*;
use proptest::prelude::*;

fn rules(code: &str) -> Vec<Rule> {
    check(code, &Rules::default()).into_iter().map(|violation| violation.rule).collect()
}

#[track_caller]
fn refused(code: &str, rule: Rule) {
    let found = rules(code);
    assert!(found.contains(&rule), "{code}: {found:?}");
}

#[track_caller]
fn passes(code: &str) {
    assert_eq!(check(code, &Rules::default()), [], "{code}");
}

#[test]
fn ordinary_data_code_passes() {
    for code in [
        "import json, math, re, datetime as dt\nfrom collections import Counter, defaultdict\nCounter('abc')",
        "import numpy as np\nimport pandas as pd\nfrom io import StringIO\n\
         df = pd.read_csv(StringIO('open,high\\n1,2'))\nprint(df.open.mean(), df['high'].sum(), np.__version__)",
        "import itertools, statistics, random, csv, functools, decimal, typing, dataclasses, collections.abc",
        "from __future__ import annotations\nfrom dataclasses import dataclass, field\n@dataclass(frozen=True)\n\
         class P:\n    x: int = 0\n    def __post_init__(self):\n        self._y = 1\n    def __add__(self, o):\n\
         \x20       return P(self.x + o._y)\nprint(P(1) + P(2))",
        "class A(list):\n    def __init__(self, *a):\n        super().__init__(*a)\n        self._n = len(a)\n\
         \x20   def __repr__(self): return f'{type(self).__name__}({self._n!r:>3})'",
        "pattern = re.compile(r'\\w+')\nprint('{0.real} {x:.2f}'.format(1, x=2))",
        "x = getattr(row, 'price', None)\nsetattr(row, 'price', 3)\nhasattr(row, name)",
        "print(p._replace(x=1)._asdict())",
        "'''Doc with __class__ and {0.__dict__}.'''\nif __name__ == '__main__':\n    print(1)",
        "match p:\n    case Point(x=0, y=y): print(y)\n    case {'open': o}: print(o)",
        "f(open=1, eval=2)",
        "import matplotlib.pyplot as plt\nfrom sklearn.linear_model import LinearRegression\nplt.plot([1])",
        "from urllib.parse import quote",
        "import time; time.sleep(1)\nawait f()\nasync def g():\n    async with a as b: yield b",
        "naïve = 'é'\nprint(naïve, '😀')",
        "class A[T = int]: pass\ntype X = list[int]",
    ] {
        passes(code);
    }
}

#[test]
fn modules_that_reach_the_system_are_refused() {
    for module in [
        "os",
        "sys",
        "subprocess",
        "socket",
        "ctypes",
        "importlib",
        "builtins",
        "inspect",
        "gc",
        "pickle",
        "threading",
        "multiprocessing",
        "os.path",
        "pathlib",
        "shutil",
        "requests",
        "urllib.request",
        "numpy.ctypeslib",
        "numpy.f2py",
        "pandas.io.common",
        "pandas.compat",
        "logging.handlers",
        "concurrent.futures",
    ] {
        refused(&format!("import {module}"), Rule::Import);
        refused(&format!("import json, {module} as j"), Rule::Import);
        refused(&format!("from {module} import x"), Rule::Import);
    }
    for code in [
        "from typing import sys",
        "from random import _os",
        "from numpy import os as o",
        "from io import open",
        "from . import x",
        "from .a import x",
        "from math import *\nsys.exit",
        "from types import CodeType",
    ] {
        refused(code, Rule::Import);
    }
}

#[test]
fn a_module_can_be_added() {
    let rules = Rules { modules: vec!["requests".into(), "os".into()], ..Rules::default() };
    assert_eq!(check("import requests.auth, os.path", &rules), []);
    assert_eq!(check("import requests2", &rules).len(), 1);
}

#[test]
fn builtins_that_run_text_or_read_files_are_refused() {
    for name in
        ["open", "exec", "eval", "compile", "globals", "locals", "vars", "breakpoint", "license", "help"]
    {
        refused(&format!("{name}('x')"), Rule::Builtin);
        refused(&format!("f = [{name}][0]"), Rule::Builtin);
    }
    refused("exec 'x'", Rule::Builtin);
    refused("__import__('os')", Rule::Attribute);
    refused("__builtins__['eval']", Rule::Attribute);
}

#[test]
fn attributes_that_lead_out_are_refused() {
    for name in [
        "__class__",
        "__globals__",
        "__subclasses__",
        "__self__",
        "__dict__",
        "__code__",
        "gi_frame",
        "f_back",
        "tb_frame",
        "cr_frame",
        "co_consts",
        "f_builtins",
        "mro",
        "os",
        "sys",
        "_os",
        "_private",
        "fromfile",
    ] {
        refused(&format!("x.{name}"), Rule::Attribute);
        refused(&format!("f(1)[2] . {name}.y = 3"), Rule::Attribute);
        refused(&format!("match x:\n    case object({name}=y): pass"), Rule::Attribute);
        refused(&format!("f'{{x.{name}!r}}'"), Rule::Attribute);
        refused(&format!("getattr(x, '{name}')"), Rule::Attribute);
        refused(&format!("operator.attrgetter('a.{name}')"), Rule::Attribute);
        refused(&format!("x = ((1).{name}"), Rule::Attribute);
    }
    refused("import io as i\ni.open('x')", Rule::Attribute);
    refused("io.open('x')", Rule::Attribute);
    refused("def _os(): pass\nrandom._os", Rule::Attribute);
}

#[test]
fn names_known_only_at_run_time_are_refused() {
    for code in [
        "getattr(x, n)",
        "getattr(x, f'{n}')",
        "g = getattr",
        "getattr(*a)",
        "map(getattr, a, b)",
        "setattr(x, n, 1)",
        "attrgetter(n)",
        "@operator.attrgetter\nclass A: pass",
        "getattr(x, 'a' + 'b')",
        "getattr(x, 'a' 'b')",
    ] {
        refused(code, Rule::Dynamic);
    }
}

#[test]
fn texts_that_reach_for_attributes_are_refused() {
    for code in [
        "'{0.__globals__}'.format(f)",
        "s = '__class__'",
        "d['__builtins__']",
        "'{x._y}'.format(x=1)",
        "'{0.gi_frame}'.format(g)",
        "'\\x5f_class__' in x",
        "('__cla' 'ss__')",
        "b = b'__globals__'",
        "type('T', (), {'__class_getitem__': f})",
    ] {
        refused(code, Rule::Text);
    }
}

#[test]
fn look_alike_identifiers_are_refused() {
    refused("\u{1d522}val('1')", Rule::Builtin);
    refused("().__\u{1d520}lass__", Rule::Attribute);
    refused("import \u{1d528}s", Rule::Import);
}

#[test]
fn long_and_deep_code_is_answered() {
    assert_eq!(rules(&"x".repeat(100_001)), [Rule::Length]);
    for code in [
        format!("x = {}y.__class__{}", "(".repeat(45_000), ")".repeat(45_000)),
        format!("x = {}y.__class__", "-".repeat(90_000)),
        format!("x = y.__class__{}", "+1".repeat(30_000)),
    ] {
        std::thread::Builder::new()
            .stack_size(256 << 10)
            .spawn(move || refused(&code, Rule::Attribute))
            .unwrap()
            .join()
            .unwrap();
    }
}

#[test]
fn a_violation_names_its_line() {
    let found = check("x = 1\r\ny = 2\rimport os\n", &Rules::default());
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json[0]["line"], 2);
    assert_eq!(json[0]["rule"], "import");
    assert!(json[0]["message"].as_str().unwrap().contains("'os'"));
}

proptest! {
    #[test]
    fn no_code_fails(code in "([a-z_.'\"{}()\\[\\]\\\\:=@ \n]|__class__|import |from |getattr|match |é){0,60}") {
        check(&code, &Rules::default());
    }
}
