"""HTTP: reads requests, authenticates, finds the route, checks query and body, answers JSON."""
import hmac, json, os, signal, threading, traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

import core
from core import DB, LOCK, ORG_KEYS, SETTINGS, USER_TOKENS, Problem, forbidden, invalid, missing
from routing import ROUTES, RAW, Reply, Request
import people, verification, pay, bank, control    # noqa: F401  (each module registers its routes)

MAX_BODY = 8 * 1024 * 1024

def authenticate(request, headers, peer):
    refused = Problem(401, "unauthorized", "the token is missing or not valid", headers={"WWW-Authenticate": "Bearer"})
    scheme, _, token = headers.get("Authorization", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token or token == SETTINGS["production"]: raise refused
    if token in ORG_KEYS:
        held = ORG_KEYS[token]
        if held["allowedIps"] is not None and peer not in held["allowedIps"]: raise forbidden("the key is bound to other IP addresses")
        request.kind, request.business = "org", DB["business"][held["business"]]
    elif SETTINGS["platform"] and hmac.compare_digest(token.encode(), SETTINGS["platform"].encode()):
        request.kind, request.business = "platform", DB["business"][SETTINGS["primary"]]
    elif token in USER_TOKENS and USER_TOKENS[token][1] > core.now() and USER_TOKENS[token][0] in DB["users"]:
        request.kind, request.user = "user", DB["users"][USER_TOKENS[token][0]]
        request.business = core.business_of(request.user)
    else: raise refused
    tenant = headers.get("X-MultiTenantKey")
    if tenant is not None and tenant != request.business["tenantKey"]:
        others = [b for b in DB["business"].values() if b["tenantKey"] == tenant and b["ofPlatform"]]
        if request.kind != "platform" or not others: raise forbidden("the tenant key does not belong to the platform")
        request.business = others[0]

def permit(request, who):
    if request.kind == "user" and who != "any": raise forbidden()
    if who == "platform" and request.kind != "platform": raise forbidden("a platform token is required")

def read_query(text, spec):
    given = parse_qsl(text, keep_blank_values=True)
    found = {}
    for key, value in given:
        if key not in spec: raise invalid(message=f"the query parameter {key} is not known")
        if key in found: raise invalid(message=f"the query parameter {key} is given twice")
        try:
            found[key] = spec[key](value)
        except ValueError as error: raise invalid(message=f"the query parameter {key} {error}") from None
    return found

def refuse_constant(_): raise ValueError("not JSON")

def read_body(raw, headers, spec):
    if raw.strip():
        if headers.get("Content-Type", "").split(";")[0].strip().lower() != "application/json":
            raise Problem(415, "unsupported_media_type", "request bodies are application/json")
        try:
            body = json.loads(raw.decode(), parse_constant=refuse_constant)
        except (ValueError, RecursionError): raise invalid() from None
    elif spec is None or isinstance(spec, dict) and not any(field.endswith("!") for field in spec): body = {}
    else: raise invalid()
    if spec is RAW:
        if not isinstance(body, dict): raise invalid()
        return body
    return core.checked(spec or {}, body)

def dispatch(method, target, headers, raw, peer):
    path, _, query = target.partition("?")
    request = Request()
    if path.startswith("/control/"):
        key = SETTINGS["control"]
        if key and headers.get("Authorization", "") != f"Bearer {key}": raise Problem(401, "unauthorized", "the control key is missing or not valid")
    else: authenticate(request, headers, peer)
    allowed = []
    for wanted, pattern, handler, options in ROUTES:
        match = pattern.fullmatch(path)
        if not match: continue
        if wanted != method:
            allowed.append(wanted)
            continue
        if options["who"] != "control": permit(request, options["who"])
        request.at = match.groupdict()
        request.query = read_query(query, options["query"])
        request.body = read_body(raw, headers, options["body"]) if method != "GET" else {}
        answer = handler(request)
        return answer if isinstance(answer, Reply) else Reply(options["status"] if answer is not None else 204, answer)
    if allowed: raise Problem(405, "method_not_allowed", "the method is not allowed here", headers={"Allow": ", ".join(allowed)})
    raise missing("path")

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def read_payload(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            pieces, total = [], 0
            while size := int(self.rfile.readline(100).split(b";")[0], 16):
                total += size
                if total > MAX_BODY: raise Problem(413, "request_too_large", "the request is too large")
                pieces.append(self.rfile.read(size))
                self.rfile.readline(10)
            while self.rfile.readline(1000).strip(): pass
            return b"".join(pieces)
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY or length < 0: raise Problem(413, "request_too_large", "the request is too large")
        return self.rfile.read(length)

    def handle_one(self):
        try:
            try: raw = self.read_payload()
            except (Problem, ValueError) as error:
                self.close_connection = True
                raise error if isinstance(error, Problem) else invalid() from None
            with LOCK:
                reply = dispatch(self.command, self.path, self.headers, raw, self.client_address[0])
                payload = reply.encoded()
        except Exception as error:
            problem = error if isinstance(error, Problem) else invalid()
            reply = Reply(problem.status, problem.body(), headers=problem.headers)
            if not isinstance(error, (Problem, RecursionError)):
                traceback.print_exc()
                reply = Reply(500, {"code": "internal_error", "message": "unexpected error; retry later"})
            payload = reply.encoded()
        self.answer(reply, payload)

    def answer(self, reply, payload):
        lines = [f"HTTP/1.1 {reply.status} {self.responses.get(reply.status, ('Status',))[0]}"]
        if reply.status != 204: lines += [f"Content-Type: {reply.content_type}", f"Content-Length: {len(payload)}"]
        lines += [f"{key}: {value}" for key, value in reply.headers.items()]
        if self.close_connection: lines.append("Connection: close")
        self.wfile.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

    def send_error(self, code, message=None, explain=None):
        """Malformed HTTP also gets the error object, and never a 5xx."""
        self.close_connection = True
        status, name = (405, "method_not_allowed") if code == 501 else (code if code < 500 else 400, "invalid_request_body")
        reply = Reply(status, {"code": name, "message": message or "the request is not valid"})
        self.answer(reply, reply.encoded())

    def log_message(self, *_): pass

def seed():
    """The primary business of the platform, and one business that is not of the platform and owns ORG_KEY."""
    for label, of_platform in (("Primary Platform", True), ("Standalone Works", False)):
        short = label.split()[0].lower()
        business = core.new_business({"businessName": label + " Inc", "businessShortName": label, "adminFirstName": "Ada", "adminLastName": "Stone",
            "adminEmail": f"admin@{short}.example.com", "adminPhoneNumber": {"countryCode": "US", "number": "4155550100"},
            "address": {"countryCode": "US", "line1": "1 Main Street", "line2": "", "city": "Dover", "postalCode": "19901",
                        "state": "DE"}, "country": "US", "registrationId": f"REG-{short}"}, of_platform)
        if of_platform: SETTINGS["primary"] = business["id"]
        else:
            SETTINGS["standalone"] = business["id"]
            if SETTINGS["org"]: ORG_KEYS[SETTINGS["org"]] = {"business": business["id"], "allowedIps": None}

def main():
    for field, variable in {"platform": "PLATFORM_KEY", "org": "ORG_KEY", "production": "PRODUCTION_KEY", "control": "CONTROL_KEY"}.items():
        SETTINGS[field] = os.environ.get(variable, "")
    SETTINGS["jwt"] = os.environ.get("JWT_SECRET") or os.urandom(32).hex()      # without a secret no foreign JWT can be valid
    with LOCK: seed()
    threading.Thread(target=core.keep_agenda, daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    ThreadingHTTPServer.request_queue_size = 128
    ThreadingHTTPServer.handle_error = lambda *_: None       # a client that went away
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
    print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()

if __name__ == "__main__": main()
