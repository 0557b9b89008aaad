"""A browser without a window, driven over WebDriver (https://www.w3.org/TR/webdriver2/)."""

import json
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
]


class Refused(Exception):
    """The driver's refusal of a command: its error code and message."""


class Browser:
    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self.session = ""
            self.wait_for_driver()
            options = {"args": [*ARGUMENTS, f"--user-data-dir={self.profile.name}"]}
            wanted = {
                "goog:chromeOptions": options,
                # An alert stays open until it is noticed.
                "unhandledPromptBehavior": "ignore",
            }
            started = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self.session = "/session/" + started["sessionId"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            if self.session:
                self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.profile.cleanup()

    def wait_for_driver(self):
        for _ in range(300):
            try:
                return self.call("GET", "/status")
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise TimeoutError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + self.session + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refusal:
            value = json.load(refusal)["value"]
            raise Refused(value["error"], value["message"]) from None

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script):
        """The value of a function body in the page."""
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def run_until_done(self, script):
        """The value that a function body in the page hands to its last argument, a function."""
        return self.call("POST", "/execute/async", {"script": script, "args": []})

    def click(self, selector):
        """Clicks the middle of an element, as a user's pointer does."""
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{list(found.values())[0]}/click", {})

    def dismiss(self):
        """Closes an alert."""
        self.call("POST", "/alert/dismiss", {})

    def alert(self):
        """The text of an open alert; None without one."""
        try:
            return self.call("GET", "/alert/text")
        except Refused as refused:
            if refused.args[0] == "no such alert":
                return None
            raise
