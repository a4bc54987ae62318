"""A receiver of webhooks in Python with the standard library, as it should be or with a mistake: `python3 receiver.py 3000 no-memory`.

The secret is WEBHOOK_SECRET; without a name of a mistake there is none. The probe is at /effects.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../languages"))
from verify import verify  # noqa: E402

secret = os.environ["WEBHOOK_SECRET"]
mistake = sys.argv[2] if len(sys.argv) > 2 else None
effects = {}
lock = threading.Lock()


def verify_with_mistake(body, headers):
    """The mistakes are those that Python makes easy."""
    if mistake == "dumps-again":
        body = json.dumps(json.loads(body)).encode()
    if mistake == "dumps-sorted":
        body = json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
    if mistake == "dumps-compact":
        body = json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":")).encode()
    if mistake == "secret-as-text":
        signed = f"{headers['hook-id']}.{headers['hook-timestamp']}.".encode() + body
        digest = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
        return headers["hook-signature"] == "v1," + base64.b64encode(digest).decode()
    if mistake == "any-time":
        now = int(headers["hook-timestamp"]) if headers["hook-timestamp"].isdigit() else None
        return verify(body, headers, [secret], now)
    return verify(body, headers, [secret])


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if mistake == "always-503":
            return self.answer(503, b"upstream unavailable")
        headers = {name: self.headers.get(name, "") for name in ("hook-id", "hook-timestamp", "hook-signature")}
        try:
            if not verify_with_mistake(body, headers):
                return self.answer(401)
            event_id = json.loads(body)["id"]
        except (ValueError, KeyError):
            return self.answer(400)
        with lock:
            if mistake == "no-memory":
                effects[event_id] = effects.get(event_id, 0) + 1
            else:
                effects.setdefault(event_id, 1)
        self.answer(204)

    def do_GET(self):
        event_id = parse_qs(urlsplit(self.path).query).get("id", [""])[0]
        self.answer(200, json.dumps({"count": effects.get(event_id, 0)}).encode())

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[1])), Receiver)
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
