//! Texts and names: what the client has and what the server runs are the same.

use crate::harness::{Profile, TestServer};
use crate::in_all_clients;
use serde_json::{Value, json};

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
    server.client.until_diagnostics(&helper, "no diagnostic in the helper", <[Value]>::is_empty).await;
    server.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cells_of_a_notebook_share_a_session_and_have_their_own_diagnostics() {
    let mut server = TestServer::start(Profile::VsCode).await;
    let client = &mut server.client;
    client
        .message("client/registerCapability", |p| p["registrations"][0]["method"] == "notebookDocument/sync")
        .await;
    let notebook = "file:///w/book.ipynb";
    let uris: Vec<String> = (0..3).map(|n| format!("vscode-notebook-cell:/w/book.ipynb#W{n}")).collect();
    let texts = ["x = 20\n", "x + oops\n", "x * 2"];
    let item = |n: usize| json!({"uri": uris[n], "languageId": "python", "version": 1, "text": texts[n]});
    let cells: Vec<_> = (0..2).map(|n| json!({"kind": 2, "document": uris[n]})).collect();
    let document = json!({"uri": notebook, "notebookType": "jupyter-notebook", "version": 1, "cells": cells});
    let params = json!({"notebookDocument": document, "cellTextDocuments": [item(0), item(1)]});
    client.notify("notebookDocument/didOpen", params).await;
    for n in 0..2 {
        client.assume_open(&uris[n], 1, texts[n]);
    }
    let run = async |client: &mut crate::harness::Client, n: usize| {
        let argument = json!({"uri": uris[n], "position": {"line": 0, "character": 0}, "wait": true});
        client.command("pyflow.runCell", argument).await.unwrap()
    };
    assert_eq!(run(client, 0).await["status"], "ok");
    let failed = run(client, 1).await;
    assert_eq!((&failed["exception"]["type"], &failed["kind"]), (&json!("NameError"), &json!("cell")));
    assert_eq!(client.diagnostics(&uris[1]).len(), 1);
    assert!(client.diagnostics(&uris[0]).is_empty());

    // A cell is added; another is edited.
    let array = json!({"start": 2, "deleteCount": 0, "cells": [{"kind": 2, "document": uris[2]}]});
    let structure = json!({"array": array, "didOpen": [item(2)], "didClose": []});
    let named = json!({"uri": notebook, "version": 2});
    let change = json!({"cells": {"structure": structure}});
    client.notify("notebookDocument/didChange", json!({"notebookDocument": named, "change": change})).await;
    client.assume_open(&uris[2], 1, texts[2]);
    assert_eq!(run(client, 2).await["result"]["repr"], "40");
    assert_eq!(client.diagnostics(&uris[1]).len(), 1, "another cell's run leaves it");
    let edit = json!({"range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 8}}, "text": "1"});
    client.assume_open(&uris[1], 2, "x + 1\n");
    let content = json!([{"document": {"uri": uris[1], "version": 2}, "changes": [edit]}]);
    let change = json!({"cells": {"textContent": content}});
    client.notify("notebookDocument/didChange", json!({"notebookDocument": named, "change": change})).await;
    client.until_diagnostics(&uris[1], "no diagnostic", <[Value]>::is_empty).await;
    assert_eq!(run(client, 1).await["result"]["repr"], "21");

    let lenses =
        client.request("textDocument/codeLens", json!({"textDocument": {"uri": uris[0]}})).await.unwrap();
    assert_eq!(lenses[0]["command"]["command"], "pyflow.runCell");
    // Everything of the wrong shape is ignored.
    client.notify("notebookDocument/didChange", json!({"notebookDocument": 5})).await;
    let all = json!({"notebookDocument": {"uri": notebook}, "cellTextDocuments": []});
    client.notify("notebookDocument/didClose", all).await;
    let sessions = client.command("pyflow.listSessions", json!(null)).await.unwrap();
    assert_eq!(sessions, json!([]));
    server.finish().await;
}
