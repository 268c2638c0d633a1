//! Texts and names: what the client has and what the server runs are the same.

use crate::harness::{Profile, TestServer};
use crate::in_all_clients;
use serde_json::json;

in_all_clients!(
    /// A document without a file runs, and its error stands in it.
    an_untitled_document_runs,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = "untitled:Untitled-1";
        server.client.open(uri, "import os\nprint(os.getcwd() != '')\nmissing_name\n").await;
        let result = server.run_file(uri).await;
        assert_eq!((&result["stdout"], &result["exception"]["type"]), (&json!("True\n"), &json!("NameError")));
        let shown = server.client.diagnostics(uri);
        assert_eq!((shown.len(), &shown[0]["range"]["start"]["line"]), (1, &json!(2)));
        server.finish().await;
    }
);

in_all_clients!(
    /// Names with blanks, brackets, per cent signs and letters of other scripts, in whatever spelling.
    odd_names,
    |profile| {
        let mut server = TestServer::start(profile).await;
        for name in ["a b.py", "[x].py", "ä 日本.py", "100%.py", "a+b&c.py"] {
            let uri = server.open(name, "1 / 0\n").await;
            let result = server.run_file(&uri).await;
            assert_eq!(result["exception"]["type"], "ZeroDivisionError", "{name}");
            assert_eq!(server.client.diagnostics(&uri).len(), 1, "{name}: answered in the client's spelling");
        }
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clients_own_spelling_is_used_for_what_it_opened() {
    let mut server = TestServer::start(Profile::Helix).await;
    let folder = server.folder.path().to_str().unwrap().to_owned();
    std::fs::write(server.path("[a] é.py"), "1 / 0\n").unwrap();
    // Raw, as some clients send it.
    let uri = format!("file://{folder}/[a] é.py");
    server.client.open(&uri, "1 / 0\n").await;
    server.run_file(&uri).await;
    assert_eq!(server.client.diagnostics(&uri).len(), 1);
    server.finish().await;
}

in_all_clients!(
    /// Several edits in one notification, each to what the former left, in text with wide letters.
    edits_are_applied_in_order,
    |profile| {
        let mut server = TestServer::start(profile).await;
        let uri = server.open("main.py", "# 😀😀\nprint('a')\n").await;
        let range = |line: u32, from: u32, to: u32| json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
        server
            .client
            .change(
                &uri,
                &[
                    json!({"range": range(1, 7, 8), "text": "b😀"}),
                    json!({"range": range(0, 0, 99), "text": "print('é')"}),
                    json!({"range": range(2, 0, 0), "text": "print('end')"}),
                ],
            )
            .await;
        let want = server.client.text(&uri);
        assert_eq!(want, "print('é')\nprint('b😀')\nprint('end')");
        assert_eq!(server.run_file(&uri).await["stdout"], "é\nb😀\nend\n");
        server.finish().await;
    }
);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_module_is_imported_as_the_editor_shows_it() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let helper = server.open("helper.py", "value = 'saved'\n").await;
    server.client.edit(&helper, "saved", "unsaved").await;
    let uri = server.open("main.py", "import helper\nprint(helper.value)\n").await;
    assert_eq!(server.run_file(&uri).await["stdout"], "unsaved\n");
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_in_another_file_is_shown_there_and_where_it_was_called() {
    let mut server = TestServer::start(Profile::Neovim).await;
    std::fs::write(server.path("helper.py"), "def go():\n    return {}['é']['x']\n").unwrap();
    let uri = server.open("main.py", "import helper\nhelper.go()\n").await;
    server.run_file(&uri).await;
    let helper = server.uri("helper.py");
    let there = server.client.diagnostics(&helper);
    assert_eq!((there.len(), &there[0]["range"]["start"]["line"]), (1, &json!(1)));
    let here = server.client.diagnostics(&uri);
    assert_eq!((here.len(), &here[0]["range"]["start"]["line"]), (1, &json!(1)));
    server.client.close(&uri).await;
    server.client.until_diagnostics(&helper, "no diagnostic in the helper", |shown| shown.is_empty()).await;
    server.finish().await;
}
