//! Controls a browser over the WebDriver protocol: JSON over HTTP to a driver on this machine. No
//! crate for it is worth its dependencies; this is all that the tests need.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A browser with one window.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser that cannot reach any other machine. The error says why there is none.
    pub(crate) fn start() -> Result<Browser, String> {
        let mut driver = Command::new("chromedriver");
        driver.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = driver.spawn().map_err(|error| format!("chromedriver: {error}"))?;
        let output = BufReader::new(driver.stdout.take().unwrap());
        // "ChromeDriver was started successfully on port 34567."
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            line.rsplit_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
        });
        let mut browser = Browser { driver, port: port.unwrap_or(0), session: String::new() };
        if port.is_none() {
            return Err("chromedriver does not say its port".into());
        }
        let flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--lang=en",
            "--enable-precise-memory-info",
        ];
        let capabilities = json!({"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 60_000},
        }});
        let begun = browser.call("POST", "/session", &json!({"capabilities": capabilities}))?;
        browser.session = begun["sessionId"].as_str().unwrap_or_default().to_string();
        Ok(browser)
    }

    /// Continues in a new window without any state of the old one, which is closed and its console
    /// messages dropped.
    pub(crate) fn begin_again(&self) {
        let window = self.post("/window/new", &json!({"type": "tab"}))["handle"].take();
        self.call("DELETE", &format!("/session/{}/window", self.session), &Value::Null).unwrap();
        self.post("/window", &json!({"handle": window}));
        self.console();
    }

    /// Opens a file, at an address within the page, and waits until the page shows it.
    pub(crate) fn open(&self, page: impl AsRef<Path>, fragment: &str) {
        self.load(page, fragment);
        self.wait();
    }

    /// Opens a page that has no script.
    pub(crate) fn load(&self, page: impl AsRef<Path>, fragment: &str) {
        self.post("/url", &json!({"url": "about:blank"}));
        let page = page.as_ref().to_string_lossy().replace(' ', "%20");
        self.post("/url", &json!({"url": format!("file://{page}{fragment}")}));
    }

    /// Waits until the page shows what its address says, which it notes on its root element.
    pub(crate) fn wait(&self) {
        let wait = "const done = arguments[0], root = document.documentElement;
            const isReady = () => root.dataset.ready === location.hash;
            if (isReady()) return done();
            new MutationObserver((_, watch) => isReady() && (watch.disconnect(), done()))
                .observe(root, { attributes: true });
            addEventListener('hashchange', () => isReady() && done());";
        self.post("/execute/async", &json!({"script": wait, "args": []}));
    }

    /// Runs a script in the page, and returns its result.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.run_with(script, &[])
    }

    /// Runs a script with arguments.
    pub(crate) fn run_with(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": arguments}))
    }

    /// Runs a script whose last argument is a callback for the result.
    pub(crate) fn run_async(&self, script: &str) -> Value {
        self.post("/execute/async", &json!({"script": script, "args": []}))
    }

    /// Clicks on an element as a person does: it must be visible, with nothing above it.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.post("/element", &json!({"using": "css selector", "value": selector}));
        let element =
            found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_string();
        self.post(&format!("/element/{element}/click"), &json!({}));
        self.wait();
    }

    /// Presses keys, one after the other.
    pub(crate) fn press(&self, keys: &[&str]) {
        let strokes: Vec<Value> = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key})))
            .collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": strokes}]}),
        );
        self.wait();
    }

    /// Types text into the focused element.
    pub(crate) fn type_text(&self, text: &str) {
        let letters: Vec<String> = text.chars().map(String::from).collect();
        self.press(&letters.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Navigates back, as the button does.
    pub(crate) fn back(&self) {
        self.post("/back", &json!({}));
        self.wait();
    }

    /// Sets the size of the window, in pixels.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.developer("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Emulates a preferred colour scheme, `light` or `dark`, on a `screen` or in `print`.
    pub(crate) fn prefer(&self, scheme: &str, media: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.developer(
            "Emulation.setEmulatedMedia",
            &json!({"media": media, "features": features}),
        );
    }

    fn developer(&self, command: &str, parameters: &Value) {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}));
    }

    /// Writes a screenshot of the visible part.
    pub(crate) fn picture(&self, file: &Path) {
        let picture =
            self.call("GET", &format!("/session/{}/screenshot", self.session), &Value::Null);
        let bytes = STANDARD.decode(picture.unwrap().as_str().unwrap()).unwrap();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }

    /// Returns the messages of the console since the last call: errors, and everything that the
    /// policy of the page blocked.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        log.as_array().unwrap().iter().map(|entry| entry["message"].to_string()).collect()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let path = format!("/session/{}{path}", self.session);
        self.call("POST", &path, body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.exchange(method, path, &body).map_err(|error| error.to_string())?;
        let mut answer: Value =
            serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        match value.get("error") {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    fn exchange(&self, method: &str, path: &str, body: &str) -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        let mut stream = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            stream.read_line(&mut line)?;
            match line.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap_or(0);
                }
                _ if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut content = vec![0; length];
        stream.read_exact(&mut content)?;
        Ok(content)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A session that is not ended leaves a browser behind.
        if !self.session.is_empty() {
            let _ = self.call("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
