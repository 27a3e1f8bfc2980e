"""A client of yaml-language-server, as large as the tests need: what is wrong with a file, completion, hovering."""

from __future__ import annotations

import json
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

PACKAGE = "yaml-language-server@1"
SECONDS = 60


def install(folder: Path) -> str | None:
    """Install the server below `folder`, if it is not there; returns why it cannot be, or None."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "node and npm are not here"
    if not _program(folder).exists():
        command = ["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(folder), PACKAGE]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return f"{PACKAGE} could not be installed in five minutes"
        if done.returncode != 0:
            return f"{PACKAGE} could not be installed: {done.stderr.strip()[-200:]}"
    return None


def _program(folder: Path) -> Path:
    return folder / "node_modules" / ".bin" / "yaml-language-server"


class LanguageServer:
    """A running server whose workspace is the folder of a pack."""

    def __init__(self, installed: Path, workspace: Path) -> None:
        self.workspace = workspace
        self.process = subprocess.Popen(
            [_program(installed), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self.waiting = b""
        self.number = 0
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}

    def __enter__(self) -> LanguageServer:
        root = self.workspace.as_uri()
        self.ask(
            "initialize", {"processId": None, "rootUri": root, "capabilities": {}, "workspaceFolders": None}
        )
        self.tell("initialized", {})
        settings = {
            "yaml": {"schemaStore": {"enable": False}, "completion": True, "hover": True, "validate": True}
        }
        self.tell("workspace/didChangeConfiguration", {"settings": settings})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    def open(self, name: str, text: str) -> list[dict[str, Any]]:
        """Open a file of the workspace with this text, and hear what is wrong with it."""
        uri = (self.workspace / name).as_uri()
        if self.diagnostics.pop(uri, None) is not None:
            self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        until = time.monotonic() + SECONDS
        while uri not in self.diagnostics and time.monotonic() < until:
            self._receive(until)
        return self.diagnostics[uri]

    def complete(self, name: str, line: int, column: int) -> list[str]:
        """What is offered at a place (from 0)."""
        found = self.ask("textDocument/completion", self._at(name, line, column))
        return [item["label"] for item in (found["items"] if isinstance(found, dict) else found)]

    def hover(self, name: str, line: int, column: int) -> str:
        """What is shown at a place (from 0)."""
        found = self.ask("textDocument/hover", self._at(name, line, column))
        return "" if found is None else str(found["contents"])

    def _at(self, name: str, line: int, column: int) -> dict[str, Any]:
        uri = (self.workspace / name).as_uri()
        return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}

    def tell(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self._send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        until = time.monotonic() + SECONDS
        while True:
            message = self._receive(until)
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def _receive(self, until: float) -> dict[str, Any]:
        """The next message; what the server itself asks is answered, with nothing."""
        assert self.process.stdout is not None
        while True:
            head, blank, rest = self.waiting.partition(b"\r\n\r\n")
            if blank:
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                if len(rest) >= length:
                    self.waiting = rest[length:]
                    return self._heard(json.loads(rest[:length]))
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, until - time.monotonic()))
            more = self.process.stdout.read(65536) if ready else b""
            if not more:
                raise TimeoutError("the language server says nothing more")
            self.waiting += more

    def _heard(self, message: dict[str, Any]) -> dict[str, Any]:
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message and "method" in message:
            items = (
                message.get("params", {}).get("items", [])
                if message["method"] == "workspace/configuration"
                else None
            )
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": items and [None] * len(items)})
        return message
