//! rust-analyzer, driven over its protocol: as much of a client as the tests need.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take: the first ones wait for the project to be loaded.
const PATIENCE: Duration = Duration::from_secs(300);

/// The mark of the cursor in texts: no operator of the language.
const CURSOR: char = '^';

/// A running server, and the one file that is open in it.
pub(crate) struct Client {
    _process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    requests: u64,
    versions: u64,
    uri: String,
    text: String,
    cursor: Option<usize>,
}

/// A place in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: String,
    /// The text from there to the end of the line, where the file is the open one.
    pub(crate) text: String,
    pub(crate) line: u64,
}

/// A word that is offered.
#[derive(Debug)]
pub(crate) struct Completion {
    pub(crate) name: String,
    pub(crate) documentation: String,
}

impl Client {
    /// Starts a server for a project whose one open file is this one.
    pub(crate) fn start(server: &Path, project: &Value, file: &Path) -> Self {
        let mut process = Command::new(server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer starts");
        let input = process.stdin.take().expect("its input");
        let output = process.stdout.take().expect("its output");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Self {
            _process: process,
            input,
            messages,
            requests: 0,
            versions: 0,
            uri: format!("file://{}", file.display()),
            text: String::new(),
            cursor: None,
        };
        client.request(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": null,
                "capabilities": {
                    "experimental": { "serverStatusNotification": true },
                    "textDocument": {
                        "hover": { "contentFormat": ["markdown"] },
                        "signatureHelp": {
                            "signatureInformation": {
                                "parameterInformation": { "labelOffsetSupport": true },
                                "activeParameterSupport": true,
                            },
                        },
                    },
                },
                "initializationOptions": {
                    "linkedProjects": [project],
                    "checkOnSave": false,
                    "cachePriming": { "enable": false },
                },
            }),
        );
        client.notify("initialized", &json!({}));
        client
    }

    /// Writes another text into the file. A `^` in it is the cursor.
    pub(crate) fn write(&mut self, text: &str) {
        self.cursor = text.find(CURSOR);
        self.text = text.replacen(CURSOR, "", 1);
        self.versions += 1;
        let (uri, version, text) = (&self.uri, self.versions, &self.text);
        if version > 1 {
            let params = json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "text": text }],
            });
            return self.notify("textDocument/didChange", &params);
        }
        let params = json!({
            "textDocument": { "uri": uri, "version": version, "languageId": "rust", "text": text },
        });
        self.notify("textDocument/didOpen", &params);
        // Until the project is loaded, there are no answers.
        loop {
            let message = self.receive();
            if message["method"] == "experimental/serverStatus" {
                let status = &message["params"];
                assert_eq!(status["health"], "ok", "{status}");
                if status["quiescent"] == true {
                    return;
                }
            }
        }
    }

    /// The messages about the file, each with the text that it is about.
    pub(crate) fn diagnostics(&mut self) -> Vec<(String, String)> {
        let params = json!({ "textDocument": { "uri": self.uri } });
        let report = self.request("textDocument/diagnostic", &params);
        let items = report["items"].as_array().cloned().unwrap_or_default();
        let of = |item: &Value| {
            let [start, end] = ["start", "end"].map(|end| self.offset(&item["range"][end]));
            let message = item["message"].as_str().unwrap_or_default();
            (self.text[start..end].to_owned(), message.to_owned())
        };
        items.iter().map(of).collect()
    }

    /// The messages about the file, each with the line that it starts on, from 0.
    pub(crate) fn lines_at_fault(&mut self) -> Vec<(u64, String)> {
        let params = json!({ "textDocument": { "uri": self.uri } });
        let report = self.request("textDocument/diagnostic", &params);
        let items = report["items"].as_array().cloned().unwrap_or_default();
        let of = |item: &Value| {
            let line = item["range"]["start"]["line"].as_u64();
            let message = item["message"].as_str().unwrap_or_default();
            (line.unwrap_or_default(), message.to_owned())
        };
        items.iter().map(of).collect()
    }

    /// The text shown at a place: a part of the text with a `^` in it.
    pub(crate) fn hover(&mut self, place: &str) -> String {
        let params = self.at(place);
        let hover = self.request("textDocument/hover", &params);
        hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .into()
    }

    /// Where the name at a place is defined.
    pub(crate) fn definitions(&mut self, place: &str) -> Vec<Place> {
        let params = self.at(place);
        let found = self.request("textDocument/definition", &params);
        let found = found.as_array().cloned().unwrap_or_default();
        let of = |location: &Value| {
            let uri = location["uri"].as_str().expect("a file");
            let start = &location["range"]["start"];
            let text = match uri == self.uri {
                true => self.text[self.offset(start)..].lines().next().unwrap_or(""),
                false => "",
            };
            Place {
                file: uri.trim_start_matches("file://").into(),
                text: text.into(),
                line: start["line"].as_u64().expect("a line"),
            }
        };
        found.iter().map(of).collect()
    }

    /// The completions at the cursor.
    pub(crate) fn completions(&mut self) -> Vec<Completion> {
        let cursor = self.cursor.expect("a cursor");
        let params = self.position(cursor);
        self.completions_of(&params)
    }

    /// The completions at a place.
    pub(crate) fn completions_at(&mut self, place: &str) -> Vec<Completion> {
        let params = self.at(place);
        self.completions_of(&params)
    }

    fn completions_of(&mut self, params: &Value) -> Vec<Completion> {
        let found = self.request("textDocument/completion", params);
        let items = match &found["items"] {
            Value::Null => found,
            items => items.clone(),
        };
        let of = |item: &Value| {
            let documentation = &item["documentation"];
            let text = documentation["value"].as_str().or(documentation.as_str());
            let label = item["label"].as_str().unwrap_or_default();
            let name = label.split(['(', ' ']).next().unwrap_or_default();
            Completion {
                name: name.into(),
                documentation: text.unwrap_or_default().into(),
            }
        };
        let items = items.as_array().cloned().unwrap_or_default();
        items.iter().map(of).collect()
    }

    /// The signature of the call at the cursor, in which the argument at the cursor is between `*`.
    pub(crate) fn signature(&mut self) -> String {
        let cursor = self.cursor.expect("a cursor");
        let params = self.position(cursor);
        let help = self.request("textDocument/signatureHelp", &params);
        let signature = &help["signatures"][0];
        let label = signature["label"].as_str().unwrap_or_default();
        let active = signature["activeParameter"].as_u64();
        let active = active.or(help["activeParameter"].as_u64()).unwrap_or(0);
        let active = usize::try_from(active).expect("a small number");
        let range = &signature["parameters"][active]["label"];
        let [start, end] = [0, 1].map(|end| {
            let end = range[end].as_u64().unwrap_or(0);
            usize::try_from(end).expect("a small number")
        });
        match (label[start..end].split_once(':'), end) {
            (_, 0) => label.into(),
            (Some((name, ty)), _) => {
                format!("{}*{name}*:{ty}{}", &label[..start], &label[end..])
            }
            (None, _) => format!(
                "{}*{}*{}",
                &label[..start],
                &label[start..end],
                &label[end..]
            ),
        }
    }

    /// The text after the name at a place has been changed; the answer is the reason why it cannot
    /// be.
    pub(crate) fn renamed(&mut self, place: &str, name: &str) -> Result<String, String> {
        let mut params = self.at(place);
        params["newName"] = name.into();
        let answer = self.answer("textDocument/rename", &params);
        if let Some(error) = answer["error"]["message"].as_str() {
            return Err(error.into());
        }
        let result = &answer["result"];
        let mut edits: Vec<Value> = Vec::new();
        for change in result["documentChanges"].as_array().into_iter().flatten() {
            edits.extend(change["edits"].as_array().cloned().unwrap_or_default());
        }
        for change in result["changes"].as_object().into_iter().flatten() {
            edits.extend(change.1.as_array().cloned().unwrap_or_default());
        }
        let mut edits: Vec<(usize, usize)> = edits
            .iter()
            .map(|edit| {
                let range = &edit["range"];
                (self.offset(&range["start"]), self.offset(&range["end"]))
            })
            .collect();
        edits.sort_unstable();
        let mut text = self.text.clone();
        for (start, end) in edits.into_iter().rev() {
            text.replace_range(start..end, name);
        }
        Ok(text)
    }

    /// The first place where the text has this part; the cursor is at its `^`.
    fn at(&self, place: &str) -> Value {
        let cursor = place.find(CURSOR).expect("a cursor");
        let part = place.replacen(CURSOR, "", 1);
        let start = self.text.find(&part);
        let start = start.unwrap_or_else(|| panic!("no `{part}` in {}", self.text));
        self.position(start + cursor)
    }

    fn position(&self, offset: usize) -> Value {
        let before = &self.text[..offset];
        let line = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let character = before[start..].encode_utf16().count();
        json!({
            "textDocument": { "uri": self.uri },
            "position": { "line": line, "character": character },
        })
    }

    fn offset(&self, position: &Value) -> usize {
        let number = |name: &str| {
            let number = position[name].as_u64().expect("a number");
            usize::try_from(number).expect("a small number")
        };
        let lines = self.text.split_inclusive('\n').take(number("line"));
        let start: usize = lines.map(str::len).sum();
        let mut left = number("character");
        let mut offset = start;
        for character in self.text[start..].chars() {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(character.len_utf16());
            offset += character.len_utf8();
        }
        offset
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        let mut answer = self.answer(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].take()
    }

    fn answer(&mut self, method: &str, params: &Value) -> Value {
        loop {
            self.requests += 1;
            let id = self.requests;
            let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            self.send(&request);
            let answer = loop {
                let message = self.receive();
                if message["method"].is_null() && message["id"] == id {
                    break message;
                }
            };
            // The text changed under the request, or the server is not ready: ask again.
            let code = answer["error"]["code"].as_i64();
            if !matches!(code, Some(-32801 | -32802)) {
                return answer;
            }
        }
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it is written");
        self.input.flush().expect("it is written");
    }

    /// The next message; requests of the server are answered with nothing.
    fn receive(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        let message = message.expect("rust-analyzer answers in time");
        if !message["method"].is_null() && !message["id"].is_null() {
            let items = message["params"]["items"].as_array().map_or(0, Vec::len);
            let result = match message["method"] == "workspace/configuration" {
                true => json!(vec![Value::Null; items]),
                false => Value::Null,
            };
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }));
        }
        message
    }
}

/// The next message; `None` at the end of the output.
fn read(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.parse().ok()?;
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
