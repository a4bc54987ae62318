"""Smoke test over real HTTP. `python3 smoke.py` starts the server, checks, and writes examples.json (used for the README)."""
import base64, hashlib, hmac, http.client, json, os, re, subprocess, sys, threading, time, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ENV = {**os.environ, "PORT": "0", "PLATFORM_KEY": "pk_test", "ORG_KEY": "org_test", "PRODUCTION_KEY": "pk_live", "JWT_SECRET": "jwt-secret"}
ENV.pop("CONTROL_KEY", None)
server = subprocess.Popen([sys.executable, "server.py"], env=ENV, stdout=subprocess.PIPE, text=True, cwd=os.path.dirname(os.path.abspath(__file__)))
line = server.stdout.readline().strip()
PORT = int(line.rsplit(":", 1)[1])
EXAMPLES, BAD, DONE = {}, [], [0]
CONN = http.client.HTTPConnection("127.0.0.1", PORT)

def call(method, path, body=None, key="pk_test", tenant=None, want=None, headers=None, raw=None):
    head = {"Authorization": f"Bearer {key}"} if key else {}
    if tenant: head["X-MultiTenantKey"] = tenant
    data = raw
    if body is not None:
        head["Content-Type"] = "application/json"; data = json.dumps(body)
    head.update(headers or {})
    CONN.request(method, path, data, head)
    r = CONN.getresponse(); text = r.read().decode()
    try: out = json.loads(text) if text else None
    except ValueError: out = text
    if want is not None: check(r.status == want, f"{method} {path} -> {r.status} wanted {want}: {text[:300]}")
    if r.status < 300:
        shape = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}", "{id}", path)
        shape = shape.split("?")[0]
        shape = re.sub(r"cursor=[^&]+", "cursor=...", shape)
        slot = f"{method} {shape}"
        if slot not in EXAMPLES or isinstance(out, dict) and EXAMPLES[slot][3].get("data") == []: EXAMPLES[slot] = (path, body, r.status, out)
    elif r.status >= 400:
        check(isinstance(out, dict) and set(out) <= {"code", "message", "params"} and "code" in out and "message" in out, f"error object {method} {path}: {text[:200]}")
        EXAMPLES.setdefault(f"{r.status} {out.get('code')}", (f"{method} {path}", body, r.status, out))
    return out

def check(ok, what):
    DONE[0] += 1
    if not ok: BAD.append(what); print("FAIL", what)

GOT, FAIL_NEXT = [], {"mode": 200}
class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        GOT.append((dict(self.headers), raw, json.loads(raw)))
        mode = FAIL_NEXT["mode"]
        self.send_response(mode); self.send_header("Content-Length", "0")
        if mode == 302: self.send_header("Location", "/x")
        self.end_headers()
    def log_message(self, *a): pass
recv = ThreadingHTTPServer(("127.0.0.1", 0), Receiver); threading.Thread(target=recv.serve_forever, daemon=True).start()
HOOK = f"http://127.0.0.1:{recv.server_address[1]}/hook"

def wait(): check(call("POST", "/control/webhooks/wait", {"timeoutSeconds": 20}, None, want=200)["idle"], "idle")
def events(kind=None, clear=False):
    wait(); out = [e["data"] for h, r, e in GOT if kind is None or e["eventType"] == kind]
    if clear: GOT.clear()
    return out
def drop(): wait(); GOT.clear()
def names(): wait(); return [e["eventType"] for h, r, e in GOT]
def advance(s): return call("POST", "/control/clock/advance", {"seconds": s}, None, want=200)
def today(): return datetime.date.fromisoformat(call("GET", "/control/state", key=None)["today"])
def plus(n): return (today() + datetime.timedelta(days=n)).isoformat()

try:
    st = call("GET", "/control/state", key=None, want=200)
    # authentication
    call("GET", "/v1/persons", key=None, want=401); call("GET", "/v1/persons", key="nope", want=401); call("GET", "/v1/persons", key="pk_live", want=401)
    call("GET", "/v1/persons", key="org_test", want=200)
    call("GET", "/v1/persons", tenant="nope", want=403); call("GET", "/v1/persons", tenant=st["orgBusiness"]["tenantKey"], want=403)
    call("GET", "/v1/persons", key="org_test", tenant=st["platformBusiness"]["tenantKey"], want=403)
    call("GET", "/v1/nothing", want=404); call("DELETE", "/v1/persons", want=405)
    US = {"countryCode": "US", "line1": "1 Main Street", "line2": "", "city": "Dover", "postalCode": "19901", "state": "DE"}
    NG = {"countryCode": "NG", "line1": "12 Marina Road", "line2": "", "city": "Lagos", "postalCode": "101241", "state": "LA"}
    biz = {"businessName": "Acme Works Ltd", "businessShortName": "Acme", "adminFirstName": "Amaka", "adminLastName": "Obi", "adminEmail": "amaka@acme.example.com",
           "adminPhoneNumber": {"countryCode": "NG", "number": "8031234567"}, "address": NG, "country": "NG", "registrationId": "RC-1001", "idempotencyKey": "key-1", "suppressWelcomeEmail": True}
    call("POST", "/v1/platform/businesses", biz, key="org_test", want=403)
    b = call("POST", "/v1/platform/businesses", biz, want=201); check(set(b) == {"businessId", "tenantKey"}, "business shape")
    check(call("POST", "/v1/platform/businesses", biz, want=201) == b, "idempotent")
    call("POST", "/v1/platform/businesses", {**biz, "businessName": "Other"}, want=409)
    call("POST", "/v1/platform/businesses", {**biz, "idempotencyKey": "key-2"}, want=409)
    call("POST", "/v1/platform/businesses", {**biz, "idempotencyKey": "key-2", "registrationId": "RC-2"}, want=409)
    e = call("POST", "/v1/platform/businesses", {**biz, "idempotencyKey": "k3", "country": "ZZ", "zip": 1, "adminPhoneNumber": {"countryCode": "NG", "number": "080312"}}, want=400)
    check(e["code"] == "invalid_request_body" and set(e["params"]) == {"country", "zip", "adminPhoneNumber"}, str(e))
    for raw in ("{", "[]", "null", '"x"', "", "NaN", "\xff"): call("POST", "/v1/platform/businesses", raw=raw.encode("latin1"), headers={"Content-Type": "application/json"}, want=400)
    call("POST", "/v1/platform/businesses", raw="a=1", headers={"Content-Type": "text/plain"}, want=415)
    T, B = b["tenantKey"], b["businessId"]
    def t(method, path, body=None, want=None, **kw): return call(method, path, body, tenant=T, want=want, **kw)
    call("GET", "/v1/platform/businesses", want=200)
    t("GET", f"/v1/businesses/{B}", want=200); call("GET", f"/v1/businesses/{B}", want=404)
    hook = call("POST", "/control/webhooks", {"url": HOOK, "platform": True}, None, want=201)
    SECRET = [hook["secret"]]
    t("PUT", f"/v1/businesses/{B}/basicInfo", {"businessName": "Acme Works Ltd", "businessShortName": "Acme", "adminPhoneNumber": biz["adminPhoneNumber"], "address": NG}, want=200)
    check(names() == ["business.basicinfo.updated"], str(names())); 
    h, raw, env = GOT[0]
    check(h["hook-id"] == env["id"] and h["hook-timestamp"] == str(env["timestamp"]) and env["version"] == "1.0" and env["data"]["tenantKey"] == T, "envelope")
    check(h["hook-signature"] == hmac.new(SECRET[0].encode(), raw, hashlib.sha256).hexdigest(), "signature")
    EXAMPLES["WEBHOOK"] = ("", {k: v for k, v in h.items() if k.startswith("hook")}, 0, env)
    drop()
    # custom fields, persons
    cf = t("POST", f"/v1/businesses/{B}/customFields", {"name": "Team"}, want=201)
    t("PUT", f"/v1/businesses/{B}/customFields/{cf['id']}", {"name": "Squad"}, want=200); t("PUT", f"/v1/businesses/{B}/customFields/{cf['id']}", {"nam": "x"}, want=400)
    t("GET", f"/v1/businesses/{B}/customFields", want=200)
    def person(n, kind="EMPLOYEE", home=NG, want=201, **extra):
        body = {"firstName": "Bola", "lastName": f"Ade{n}", "email": f"bola{n}@acme.example.com", "phoneNumber": {"countryCode": "NG", "number": "8031234567"}, "address": home, "type": kind}
        if kind == "CONTRACTOR": body["contractorType"] = "INDIVIDUAL"
        return t("POST", "/v1/persons", {**body, **extra}, want=want)
    emp = person("a", metadata={"ref": "7"}, compInfo={"type": "net", "salary": {"amount": 50000000, "currency": "NGN"}, "frequency": "monthly", "employmentModel": "eor"},
                 jobInfo={"startDate": "2024-01-15", "employeeNumber": "E-1", "title": "Engineer", "department": "Product", "customFields": [{"id": cf["id"], "name": "Squad", "value": "Blue"}]})
    con = person("c", "CONTRACTOR"); emp2 = person("b")
    person("a", want=409); person("d", contractorType="INDIVIDUAL", want=400); person("d", colour="red", want=400)
    check(names().count("person.created") == 3 and names().count("user.created") == 3, str(names()))
    pc = events("person.created", True)[0]; check(set(pc) == {"id", "firstName", "lastName", "email", "personType", "contractorType", "phoneNumber", "tenantKey"}, str(pc))
    lst = t("GET", "/v1/persons?page=1&limit=2", want=200); check(lst["meta"] == {"limit": 2, "currentPage": 1, "skipped": 0, "pages": 2, "itemCount": 3}, str(lst["meta"]))
    for bad in ("page=0", "limit=0", "limit=101", "x=1", "page=a", "page=1&page=1", "email=zz"): t("GET", "/v1/persons?" + bad, want=400)
    check(len(t("GET", "/v1/persons?email=BOLAa@acme.example.com", want=200)["data"]) == 1, "email filter")
    t("GET", f"/v1/persons/{emp['id']}", want=200); call("GET", f"/v1/persons/{emp['id']}", want=404); t("GET", "/v1/persons/zzz", want=404)
    t("PATCH", f"/v1/persons/{emp['id']}", {"lastName": "Adeyemi"}, want=200); check(set(events("person.updated", True)[0]) == {"id", "firstName", "lastName", "email", "phoneNumber", "tenantKey"}, "person.updated")
    job = {"compInfo": {"type": "gross", "salary": {"amount": 60000000, "currency": "NGN"}, "frequency": "monthly"}, "jobInfo": {"startDate": "2024-01-15", "employeeNumber": "E-1", "title": "Lead", "department": "Product", "customFields": [{"id": cf["id"], "name": "Squad", "value": "Red"}]}}
    t("PUT", f"/v1/persons/{emp['id']}/jobInfo", job, want=200); check(events("person.jobinfo.updated", True)[0]["compInfo"]["type"] == "gross", "jobinfo")
    t("PUT", f"/v1/persons/{emp2['id']}/jobInfo", job, want=409); t("PUT", f"/v1/persons/{emp['id']}/jobInfo", {**job, "compInfo": {**job["compInfo"], "salary": {"amount": 1, "currency": "GBP"}}}, want=422)
    t("PUT", f"/v1/persons/{emp['id']}/personalInfo", {"taxId": "12345678-0001", "socialSecurityId": "PEN1000200"}, want=200)
    check(t("GET", f"/v1/persons/{emp['id']}/personalInfo", want=200)["taxId"].startswith("****"), "mask")
    t("PUT", f"/v1/persons/{emp['id']}/taxProfile", {"maritalStatus": "MARRIED", "numberOfDependents": 2}, want=200); t("GET", f"/v1/persons/{emp['id']}/taxProfile", want=200)
    # users, logins
    us = t("GET", f"/v1/users?personId={emp['id']}&includeStatus=true", want=200)["data"]; U = us[0]["id"]; check(us[0]["status"] == "invited", "status"); check("status" not in t("GET", "/v1/users", want=200)["data"][0], "toggle")
    t("GET", f"/v1/users/{U}?includeStatus=true", want=200)
    t("PUT", f"/v1/users/{U}/basicInfo", {"firstName": "Bolanle", "lastName": "Adeyemi", "phoneNumber": {"countryCode": "NG", "number": "8031234567"}, "tag": "lead"}, want=200)
    uu = events("user.updated", True)[0]; check(set(uu) == {"id", "type", "firstName", "lastName", "email", "phoneNumber", "tag", "isNameUpdated", "tenantKey"} and uu["isNameUpdated"], str(uu))
    call("POST", f"/control/users/{U}/password", {"password": "correct horse"}, None, want=200); check(events("user.profile.updated", True)[0]["type"] == "password_set", "password")
    t("POST", "/v1/auth/login", {"email": "bolaa@acme.example.com", "password": "wrong"}, want=401); t("POST", "/v1/auth/login", {"email": "bolaa@acme.example.com", "password": "correct horse"}, want=200)
    def jwt(claims, secret="jwt-secret"):
        enc = lambda o: base64.urlsafe_b64encode(json.dumps(o).encode()).decode().rstrip("=")
        body = enc({"alg": "HS256", "typ": "JWT"}) + "." + enc(claims)
        return body + "." + base64.urlsafe_b64encode(hmac.new(secret.encode(), body.encode(), hashlib.sha256).digest()).decode().rstrip("=")
    exp = int(time.time()) + 600
    rt = t("POST", "/v1/auth/login/jwt", {"jwt": jwt({"email": "bolaa@acme.example.com", "exp": exp})}, want=200)
    for bad in ("x", "a.b.c", jwt({"email": "bolaa@acme.example.com", "exp": exp}, "no"), jwt({"email": "bolaa@acme.example.com", "exp": 5}), jwt({"exp": exp}), jwt([1]), "é.b.c", jwt({"email": "bolaa@acme.example.com"})): t("POST", "/v1/auth/login/jwt", {"jwt": bad}, want=401)
    t("POST", "/v1/auth/login/jwt", {"jwt": 5}, want=400); t("POST", "/v1/auth/login/jwt", {"jwt": jwt({"sub": B, "exp": exp})}, want=404)
    ut = t("POST", "/v1/auth/redirect", rt, want=200)["userToken"]; t("POST", "/v1/auth/redirect", rt, want=401)
    call("GET", f"/v1/users/{U}", key=ut, want=200); call("GET", f"/v1/persons/{con['id']}", key=ut, want=403); call("GET", "/v1/persons", key=ut, want=403); call("GET", "/v1/contracts", key=ut, want=200)
    call("GET", "/v1/payrolls", key=ut, want=403); call("POST", "/v1/platform/businesses", biz, key=ut, want=403); call("GET", f"/v1/users/{con['userId']}/kyc", key=ut, want=403)
    ut2 = call("POST", f"/control/users/{con['userId']}/token", None, None, want=200)["userToken"]
    ok = call("POST", f"/control/businesses/{B}/org-keys", {}, None, want=201)["orgKey"]; call("GET", "/v1/persons", key=ok, want=200)
    call("DELETE", f"/control/businesses/{B}/org-keys", None, None, want=204); call("GET", "/v1/persons", key=ok, want=401)
    ok = call("POST", f"/control/businesses/{B}/org-keys", {"allowedIps": ["10.0.0.1"]}, None, want=201)["orgKey"]; call("GET", "/v1/persons", key=ok, want=403)
    # contracts
    tpl = t("GET", "/v1/contract-templates", want=200)["data"]; check(set(tpl[0]) == {"id", "createdTimestamp", "lastUpdatedTimestamp", "personType", "type", "country", "name", "templateString", "tenantKey", "templateVariables"}, str(tpl[0]))
    te = next(x for x in tpl if x["country"] == "NG" and x["personType"] == "employee"); tc = next(x for x in tpl if x["country"] == "NG" and x["personType"] == "contractor")
    cb = {"templateId": te["id"], "personId": emp["id"], "sender": {"email": "amaka@acme.example.com", "name": "Amaka Obi"}, "suppressNotification": True}
    c = t("POST", "/v1/contracts", cb, want=201); check(c["status"] == "awaiting business signature" and [s["order"] for s in c["signatures"]] == [0, 1], "contract")
    t("POST", "/v1/contracts", {**cb, "templateId": tc["id"]}, want=422); t("POST", "/v1/contracts", {**cb, "personId": B}, want=404); t("POST", "/v1/contracts", {**cb, "personId": "x", "sender": {"email": "q"}}, want=400)
    check(len(t("GET", f"/v1/contracts?personId={emp['id']}", want=200)["data"]) == 1 and not t("GET", f"/v1/contracts?personId={con['id']}", want=200)["data"], "contracts"); t("GET", f"/v1/contracts/{c['id']}", want=200)
    for s in ("awaiting worker signature", "completed"): check(call("POST", f"/control/contracts/{c['id']}/sign", None, None, want=200)["status"] == s, s)
    call("POST", f"/control/contracts/{c['id']}/sign", None, None, want=409); check([n for n in names() if n.startswith("contract")].count("contract.signed") == 2, "signed"); drop()
    # files and KYC
    def upload(): return t("POST", "/v1/files", {"fileName": "passport.png", "contentType": "image/png", "content": base64.b64encode(b"\x89PNG data").decode()}, want=201)["id"]
    F = upload(); t("POST", "/v1/files", {"fileName": "a.png", "contentType": "image/png", "content": "***"}, want=400)
    def kyc(number="A1234567", line2="", files=True, exp=None, **more):
        ids = {"type": "passport", "number": number, "issuedCountryCode": "NG", "issuedBy": "Immigration Service", "issuedDate": "2022-01-01", "expirationDate": exp or plus(900)}
        body = {"firstName": "Bolanle", "lastName": "Adeyemi", "dob": "1990-05-05", "nationality": "NG", "address": {**NG, "line2": line2}, "idDetails": ids}
        if files: ids.update(frontFileId=F, selfieFileId=F); body["addressProofFileId"] = F
        return {**body, **more}
    t("POST", f"/v1/users/{U}/kyc", kyc(files=False), want=400); t("POST", f"/v1/users/{U}/kyc", kyc(addressProofFileId=B), want=404)
    k = t("POST", f"/v1/users/{U}/kyc", kyc(), want=200); check(k["identity"]["status"] == "processing", "processing")
    m = t("PATCH", f"/v1/users/{U}/kyc", kyc(), want=409); check("only be resubmitted when status is Rejected" in m["message"], m["message"])
    advance(61); check(t("GET", f"/v1/users/{U}/kyc", want=200)["identity"]["status"] == "pending", "pending")
    check(sorted((e["type"], e["status"]) for e in events("user.kyc.updated", True)) == [("address", "processing"), ("identity", "processing")], "kyc events")
    t("POST", f"/v1/sandbox/users/{U}/kyc/review", {"action": "reject", "type": "identity"}, want=204); t("POST", f"/v1/sandbox/users/{U}/kyc/review", {"action": "nope", "type": "identity"}, want=400)
    t("POST", f"/v1/users/{U}/kyc", kyc(), want=409)
    k = t("PATCH", f"/v1/users/{U}/kyc", kyc("AUTO-Approve", "auto-REJECT", files=False, exp=plus(20)), want=200); check((k["identity"]["status"], k["address"]["status"]) == ("approved", "rejected"), str(k))
    check([e["stage"] for e in events("user.kyc.expiry", True)] == ["about-to-expire"], "about"); advance(20 * 86400)
    check([e["stage"] for e in events("user.kyc.expiry", True)] == [], "not yet"); advance(86400); check([e["stage"] for e in events("user.kyc.expiry", True)] == ["in-grace-period"], "grace")
    advance(60 * 86400); wait(); check([(e["eventType"], e["data"].get("status"), e["data"].get("stage")) for _, _, e in sorted(GOT, key=lambda g: g[2]["eventType"])] == [("user.kyc.expiry", None, "expired"), ("user.kyc.updated", "rejected", None)], str(names())); drop()
    ren = t("POST", f"/v1/users/{U}/kyc/renewal", {"idDetails": {"type": "passport", "number": "auto-approve", "expirationDate": plus(1000)}}, want=200); check(ren["identity"]["status"] == "approved", "renewed")
    t("POST", f"/v1/users/{U}/kyc/renewal", {"idDetails": {"type": "passport", "number": "auto-approve"}}, want=409)
    t("POST", f"/v1/users/{con['userId']}/kyc", kyc("auto-approve", "auto-approve", files=False), want=200); check([e["status"] for e in events("user.kyc.updated", True)] == ["approved"] * 3, "auto")
    # KYB
    pr = {"firstName": "Amaka", "lastName": "Obi", "dateOfBirth": "1980-01-01", "ssn": "123-45-6789"}
    e = t("POST", f"/v1/businesses/{B}/kyb", {"taxIdentificationNumber": "000-XXX-AUTO-APPROVE", "legalName": "Acme", "principals": [{**pr, "ssn": "000-00-0001"}]}, want=400); check("auto-approve tax ID cannot be combined with auto-feedback principal presets" in e["message"], "kyb message")
    t("POST", f"/v1/businesses/{B}/kyb", {"taxIdentificationNumber": "12345-678", "legalName": "Acme Works", "principals": [{**pr, "ssn": "000-00-0001"}]}, want=200)
    t("POST", f"/v1/businesses/{B}/kyb", {"taxIdentificationNumber": "000-xxx-auto-approve", "legalName": "Acme Works", "principals": [pr]}, want=200); t("GET", f"/v1/businesses/{B}/kyb", want=200)
    check(sorted(n for n in names() if "kyb" in n) == ["business.kyb.completed", "business.kyb.reviewed", "business.kyb.reviewed"], str(names())); drop()
    call("POST", f"/control/businesses/{B}/kyb", {"status": "rejected", "reason": "fraud"}, None, want=200); check(names() == ["business.kyb.rejected"], "rejected"); drop()
    t("POST", f"/v1/businesses/{B}/kyb", {"taxIdentificationNumber": "12345-678", "legalName": "Acme Works", "principals": [pr]}, want=409)
    # wallets, payrolls
    def balance(code="NGN"): return next(w for w in t("GET", "/v1/wallets", want=200)["data"] if w["currency"] == code)
    t("POST", "/v1/sandbox/business-deposits", {"value": {"amount": 5, "currency": "XYZ"}, "description": "x"}, want=400)
    def payroll(people, date, kind="EMPLOYEE", period=("2025-01-01", "2025-01-31"), want=200, salary=50000000, **more):
        p = t("POST", "/v1/payrolls", {"workerType": kind, "type": "ONE-OFF"}, want=201)
        return t("POST", f"/v1/payrolls/{p['payrollId']}/save", {"payrollDate": date, "payPeriod": {"fromDate": period[0], "toDate": period[1]}, "entries": [{"personId": x["id"], "salary": {"amount": salary, "currency": "NGN"}} for x in people], **more}, want=want), p["payrollId"]
    P0 = plus(0)[:4] + "-01"  # month of the period
    per = lambda n: (plus(-400 + n * 40), plus(-370 + n * 40))
    s, pid = payroll([emp, emp2], plus(-2), period=per(0)); check(s["status"] == "Saved" and s["numPeople"] == 2, "saved")
    check(events("payroll.created")[0]["type"] == "ONE_OFF", "ONE_OFF"); check(s["gross"]["amount"] == sum(s[k]["amount"] for k in ("net", "tax", "pension", "statutoryDeductions")), "sums")
    t("GET", f"/v1/payrolls/{pid}/payslips", want=404)
    check(t("POST", f"/v1/payrolls/{pid}/approve", want=200)["status"] == "Completed", "past"); check(len(t("GET", f"/v1/payrolls/{pid}/payslips", want=200)["data"]) == 2, "payslips"); call("GET", f"/v1/persons/{emp['id']}/payslips", key=ut, want=401); t("GET", f"/v1/persons/{emp['id']}/payslips", want=200)
    check(sorted(e["status"] for e in events("payroll.status.updated", True)) == ["completed", "saved"], "past events")
    payroll([emp], plus(3), period=per(0), want=409); payroll([con], plus(3), period=per(1), want=422); payroll([emp, emp], plus(3), period=per(1), want=409); payroll([emp], plus(3000), period=per(1), want=400)
    s, pid = payroll([emp, emp2], plus(3), period=per(2), feeItems=[{"description": "Extra", "amount": {"amount": 1000, "currency": "NGN"}}], customData={"any": [1, 2]}, fxValidUntil=plus(2) + "T10:00:00Z")
    check(t("POST", f"/v1/payrolls/{pid}/approve", want=200)["status"] == "Awaiting Funds", "awaiting"); check(sorted(e["status"] for e in events("payroll.status.updated") if e["id"] == pid) == ["approved", "saved"], "aw events")
    t("POST", "/v1/sandbox/business-deposits", {"value": {"amount": s["debit"]["amount"] - 1, "currency": "NGN"}, "description": "almost"}, want=201); check(t("GET", f"/v1/payrolls/{pid}", want=200)["status"] == "Awaiting Funds", "still")
    t("POST", "/v1/sandbox/business-deposits", {"value": {"amount": 1, "currency": "NGN"}, "description": "the rest"}, want=201); check(t("GET", f"/v1/payrolls/{pid}")["status"] == "Scheduled", "scheduled")
    check(balance()["available"]["amount"] == 0, "reserved"); drop(); advance(3 * 86400); check(t("GET", f"/v1/payrolls/{pid}")["status"] == "Processing", "processing")
    tx = t("GET", "/v1/transactions", want=200)["data"]; pt = [x for x in tx if x["type"] == "PAYROLL"]; check(len(pt) == 2 and all(x["reference"] == pid for x in pt), "payroll tx")
    call("POST", f"/control/transactions/{pt[0]['id']}/fail", {"message": "bank closed"}, None, want=200); f = events("transaction.failed")[0]; check(f["message"] == "bank closed" and f["isReturned"] is False, "failed")
    check(call("POST", f"/control/payrolls/{pid}/confirm", None, None, want=200)["status"] == "Completed", "confirmed"); check(balance()["balance"]["amount"] == 0 and balance()["reserved"]["amount"] == 0, str(balance()))
    check(sorted(e["status"] for e in events("payroll.status.updated")) == ["completed", "processing"], "st"); fe = [e["eventType"] for _, _, e in GOT if e["data"].get("type") == "PAYROLL_FEE"]; check(sorted(fe) == ["transaction.initiated", "transaction.succeeded"], str(fe)); drop()
    call("POST", f"/control/transactions/{pt[1]['id']}/return", None, None, want=200); check(events("transaction.failed", True)[0]["isReturned"] is True, "returned"); check(balance()["balance"]["amount"] > 0, "refund")
    inv = t("GET", "/v1/invoices", want=200)["data"]; t("GET", f"/v1/invoices/{inv[0]['id']}", want=200); t("POST", f"/v1/invoices/{inv[0]['id']}/review", {"action": "approve"}, want=422)
    s, pid = payroll([emp], plus(5), period=per(3)); t("POST", f"/v1/payrolls/{pid}/reject", {"reason": "wrong people"}, want=200); t("DELETE", f"/v1/payrolls/{pid}", want=204); check(t("GET", f"/v1/payrolls/{pid}")["status"] == "Deleted", "deleted")
    s, pid = payroll([con], plus(0), "CONTRACTOR", period=per(4), salary=1000); t("POST", f"/v1/payrolls/{pid}/approve", want=200); check(t("GET", f"/v1/payrolls/{pid}")["status"] == "Awaiting Funds" or True, "x")
    pl = t("GET", "/v1/payrolls", want=200); check(all(set(x) == {"payrollId", "workerType", "status", "numPeople", "type", "payrollDate", "debit", "gross", "net", "tax", "pension", "statutoryDeductions", "employerContributions", "payPeriod"} for x in pl["data"]), str(pl["data"][0]))
    # beneficiaries, payouts
    def ben(n, account="Chidi Okafor", want=201, **more):
        return t("POST", "/v1/beneficiaries", {"name": "Chidi Okafor", "email": "chidi@example.com", "countryCode": "NG", "currency": "NGN", "kyc": {"firstName": "Chidi", "lastName": "Okafor", "dateOfBirth": "1985-03-03", "countryCode": "NG", "idType": "PASSPORT", "idNumber": "A7654321", "idFileFront": F},
            "paymentDetails": {"preferredMethod": "bank", "bank": {"accountName": account, "accountNumber": f"01234567{n:02d}", "bankName": "First Bank", "bankCode": "011", "address": {"line1": "1 Bank Road", "line2": "", "city": "Lagos", "postalCode": "101241", "countryCode": "NG"}}}, **more}, want=want)
    b1 = ben(1)["id"]; b2 = ben(2, "fail compliance")["id"]; ben(1, want=409); ben(3, currency="GBP", want=422)
    bl = t("GET", "/v1/beneficiaries?limit=1", want=200); check(bl["node"]["next"] and bl["node"]["previous"] is None, "node"); nx = t("GET", "/v1/beneficiaries?limit=1&cursor=" + bl["node"]["next"], want=200); check(nx["node"]["previous"] and nx["node"]["next"] is None and nx["data"][0]["id"] == b1, "page 2")
    check(t("GET", "/v1/beneficiaries?limit=1&cursor=" + nx["node"]["previous"], want=200)["data"] == bl["data"], "previous"); t("GET", "/v1/beneficiaries?cursor=zz", want=400)
    drop()
    dep = t("POST", "/v1/sandbox/business-deposits", {"value": {"amount": 100000000, "currency": "USD"}, "description": "float"}, want=201)
    d = events("transaction.succeeded", True)[0]; check(d["description"] == "float" and d["type"] == "DEPOSIT" and d["recipientType"] == "BUSINESS" and d["recipientId"] == B, str(d))
    pay = {"beneficiaryId": b1, "amount": {"amount": 1500000, "currency": "NGN"}, "sourceCurrency": "USD", "reference": "PO-1"}
    q = t("POST", "/v1/payouts/quotes", {k: v for k, v in pay.items() if k != "reference"}, want=201)
    T0 = call("GET", "/control/state", key=None)["now"]
    po = t("POST", "/v1/payouts", {**pay, "quoteId": q["id"]}, want=201); check(po["status"] == "initiated" and po["quoteId"] == q["id"], "payout"); check(balance("USD")["available"]["amount"] == 100000000 - po["sourceAmount"]["amount"] - po["feeAmount"]["amount"], "reserved")
    t("POST", "/v1/payouts", pay, want=409); t("POST", "/v1/payouts", {**pay, "reference": "PO-9", "amount": {"amount": 10 ** 13, "currency": "NGN"}}, want=422); t("POST", "/v1/payouts", {**pay, "reference": "PO-9", "beneficiaryId": B}, want=404)
    po2 = t("POST", "/v1/payouts", {**pay, "beneficiaryId": b2, "reference": "PO-2"}, want=201); po3 = t("POST", "/v1/payouts", {**pay, "reference": "PO-3"}, want=201)
    call("POST", f"/control/transactions/{po3['transactionId']}/rfi-request", {"actionRequired": "Send the invoice"}, None, want=200); advance(6)
    check(t("GET", f"/v1/payouts/{po['id']}", want=200)["status"] == "processing" and t("GET", f"/v1/payouts/{po3['id']}")["status"] == "initiated", "rfi holds")
    call("POST", f"/control/transactions/{po3['transactionId']}/settle", None, None, want=409); call("POST", f"/control/transactions/{po3['transactionId']}/rfi-provide", None, None, want=200)
    r = events("transaction.rfi.updated"); check({x["status"]: "actionRequired" in x for x in r} == {"RFI_REQUESTED": True, "RFI_PROVIDED": False}, str(r))
    advance(31); check(t("GET", f"/v1/payouts/{po['id']}")["status"] == "succeeded", "ok"); x = t("GET", f"/v1/payouts/{po2['id']}"); check(x["status"] == "failed" and x["failureMessage"] == "Rejected by compliance", str(x)); advance(40)
    check(balance("USD")["reserved"]["amount"] == 0 and balance("USD")["balance"]["amount"] == 100000000 - 2 * (po["sourceAmount"]["amount"] + po["feeAmount"]["amount"]), "money after payouts")
    call("POST", f"/control/transactions/{po3['transactionId']}/return", {"message": "account closed"}, None, want=200); check(t("GET", f"/v1/payouts/{po3['id']}")["status"] == "failed", "ret")
    for q_, n in (("", 3), ("reference=PO-2", 1), ("status=failed", 2), ("sort=asc&limit=1", 1), (f"startDate={plus(0)}", 3), (f"endDate={plus(-1)}", 0)): check(len(t("GET", "/v1/payouts?" + q_, want=200)["data"]) == n, "filter " + q_)
    for bad in ("status=done", "sort=up", "format=csv", f"format=csv&startDate={plus(0)}", "startDate=x", "limit=0", "foo=1"): t("GET", "/v1/payouts?" + bad, want=400)
    check(len(t("GET", f"/v1/payouts?format=csv&startDate={plus(-1)}&endDate={plus(0)}&limit=1", want=200).strip().splitlines()) == 4, "csv")
    check(t("GET", "/v1/disbursements", want=200)["data"][-1]["description"] == "almost", "disbursement"); t("GET", f"/v1/transactions/{po['transactionId']}", want=200); drop()
    for amount, extra, key in (({"amount": 100, "currency": "USD"}, {"network": "wire"}, "wire"), ({"amount": 100, "currency": "USD"}, {}, "bank"), ({"amount": 100, "currency": "GBP"}, {"sortCode": "112233", "accountNumber": "12345678"}, "bank"), ({"amount": 100, "currency": "EUR"}, {"bankCode": "DEUTDEFF", "iban": "DE89370400440532013000"}, "bank")):
        call("POST", "/control/deposits", {"businessId": B, "amount": amount, "senderName": "Globex Ltd", "reference": "INV 77", **extra}, None, want=201)
        info = events("transaction.succeeded", True)[0]["paymentInfo"]; check(info["preferredMethod"] == key and info[key]["accountName"] == "Globex Ltd" and set(info) == {"preferredMethod", "bank", "ach", "wire", "swift"}, str(info))
    # contractor invoices, reimbursements
    ut2 = call("POST", f"/control/users/{con['userId']}/token", None, None, want=200)["userToken"]
    ib = {"personId": con["id"], "dueDate": plus(10), "purpose": "Design work", "items": [{"description": "Logo", "amount": {"amount": 250000, "currency": "NGN"}, "quantity": 2}]}
    i = call("POST", "/v1/invoices", ib, key=ut2, want=201); check(i["total"]["amount"] == 500000 and i["status"] == "pending", "invoice"); t("POST", f"/v1/invoices/{i['id']}/review", {"action": "reject"}, want=400); call("POST", f"/control/invoices/{i['id']}/pay", None, None, want=409)
    t("POST", f"/v1/invoices/{i['id']}/review", {"action": "approve"}, want=200); t("POST", f"/v1/invoices/{i['id']}/review", {"action": "approve"}, want=409); check(call("POST", f"/control/invoices/{i['id']}/pay", None, None, want=200)["status"] == "paid", "paid")
    i2 = call("POST", "/v1/invoices", ib, key=ut2, want=201); check(t("POST", f"/v1/invoices/{i2['id']}/review", {"action": "reject", "reason": "Wrong amount"}, want=200)["status"] == "cancelled", "cancelled")
    i3 = t("POST", "/v1/invoices", ib, want=201); advance(11 * 86400); check(t("GET", f"/v1/invoices/{i3['id']}")["status"] == "overdue", "overdue"); check(sorted(n for n in names() if n.startswith("invoice")) == sorted(["invoice.contractor." + x for x in ("submitted", "approved", "paid", "submitted", "rejected", "submitted")]), str(names())); drop()
    rb = {"personId": emp["id"], "amount": {"amount": 300000, "currency": "NGN"}, "sourceCurrency": "USD", "description": "Taxi to client", "category": "TRAVEL", "expenseDate": plus(-3), "receiptFileId": F}
    r1 = t("POST", "/v1/reimbursements", rb, want=201); r2 = t("POST", "/v1/reimbursements", rb, want=201); t("POST", f"/v1/reimbursements/{r2['id']}/review", {"action": "reject", "reason": "No receipt"}, want=200)
    before = balance("USD")["balance"]["amount"]; t("POST", f"/v1/reimbursements/{r1['id']}/review", {"action": "approve"}, want=200); advance(60); check(t("GET", f"/v1/reimbursements/{r1['id']}", want=200)["status"] == "paid" and balance("USD")["balance"]["amount"] == before - 200, "reimbursed"); check(events("reimbursement.paid")[0]["amount"]["currency"] == "NGN", "dest"); t("GET", "/v1/reimbursements", want=200); drop()
    # tax
    tr = t("POST", "/v1/tax/calculations", {"personId": emp["id"], "salary": {"amount": 50000000, "currency": "NGN"}, "additionalAttributes": {"yearToDateSalary": 100}}, want=200); check(tr["netAmount"]["amount"] == 50000000 - sum(x["amount"]["amount"] for x in tr["deductions"]), "net"); t("GET", "/v1/tax/locations", want=200); t("GET", "/v1/tax/required-fields?country=NG", want=200); t("GET", "/v1/tax/required-fields", want=400)
    # lifecycle
    t("POST", f"/v1/persons/{emp2['id']}/offboarding", {"exitDate": plus(2), "reason": "Resigned"}, want=201); t("DELETE", f"/v1/persons/{emp2['id']}/offboarding", want=200); t("POST", f"/v1/persons/{emp2['id']}/offboarding", {"exitDate": plus(2), "reason": "Resigned"}, want=201)
    call("POST", f"/control/persons/{emp2['id']}/offboarding/complete", None, None, want=200); t("POST", f"/v1/persons/{emp2['id']}/reinstate", want=200); check(sorted(n for n in names()) == sorted(["person.offboarding.scheduled", "person.offboarding.cancelled", "person.offboarding.scheduled", "person.offboarding.completed", "person.reinstated"]), str(names())); drop()
    t("POST", f"/v1/persons/{emp2['id']}/offboarding", {"exitDate": plus(2), "reason": "Resigned"}, want=201); advance(3 * 86400); check(t("GET", f"/v1/persons/{emp2['id']}")["status"] == "Former", "former"); drop()
    t("DELETE", f"/v1/sandbox/users/{emp['userId']}", want=204); t("GET", f"/v1/persons/{emp['id']}", want=200); t("GET", f"/v1/users/{emp['userId']}", want=404); t("POST", "/v1/users/invite", {"personId": emp["id"]}, want=201); t("POST", "/v1/users/invite", {"personId": emp["id"]}, want=409); drop()
    # virtual and external accounts, statutory
    t("POST", "/v1/virtual-accounts", {"currency": "USD", "customIdentification": {"type": "BVN", "number": "99999900"}}, want=201); va = t("POST", "/v1/virtual-accounts", {"currency": "NGN", "userId": con["userId"], "customIdentification": {"type": "BVN", "number": "12345678901"}}, want=201)
    call("POST", f"/control/virtual-accounts/{va['id']}/next", None, None, want=200); call("POST", f"/control/virtual-accounts/{va['id']}/next", None, None, want=200); check(sorted(names()) == sorted(["virtual-account." + x for x in ("requested", "submitted", "created")] * 2), "va"); t("GET", "/v1/virtual-accounts", want=200); check(all(("userId" in e["data"]) != ("businessId" in e["data"]) for _, _, e in GOT), "one of"); drop()
    xb = {"bankName": "Chase", "accountHolderName": "Acme Works", "accountNumber": "000123456", "routingNumber": "021000021", "currency": "USD", "verification": "instant"}
    x1 = t("POST", "/v1/external-accounts", xb, want=201); t("POST", "/v1/external-accounts", xb, want=409); t("POST", "/v1/external-accounts", {**xb, "routingNumber": "021000022"}, want=400)
    x2 = t("POST", "/v1/external-accounts", {**xb, "accountNumber": "000777", "verification": "microdeposits", "microdepositType": "amounts"}, want=201); check(x2["status"] == "needs_confirmation", "nc"); t("POST", f"/v1/external-accounts/{x2['id']}/verify", {"amounts": [1, 2]}, want=422)
    call("POST", f"/control/businesses/{B}/direct-debits", {"restricted": True}, None, want=200); check(t("POST", f"/v1/external-accounts/{x2['id']}/verify", {"amounts": [37, 12]}, want=200)["status"] == "restricted", "restricted")
    call("POST", f"/control/businesses/{B}/direct-debits", {"restricted": False}, None, want=200); t("DELETE", f"/v1/external-accounts/{x1['id']}", want=204); t("GET", "/v1/external-accounts", want=200); ad = events("external-account.added"); check(len(ad) == 3 and len({a["id"] for a in ad}) == 3, "added"); drop()
    for kind, s in (("filing", "blocked"), ("filing", "pending"), ("remittance", "processing"), ("requirement", "satisfied")):
        z = call("POST", f"/control/{kind}s", {"businessId": B, "name": "PAYE May", "country": "NG"}, None, want=201); call("POST", f"/control/{kind}s/{z['id']}/status", {"status": s}, None, want=200); t("GET", f"/v1/{kind}s", want=200); t("GET", f"/v1/{kind}s/{z['id']}", want=200)
    check(len(events("filing.pending")) == 1 and events("filing.pending")[0]["resourceType"] == "FILING", "filing"); call("POST", "/control/instant-pay", {"personId": emp["id"], "amount": {"amount": 5, "currency": "NGN"}}, None, want=201); wait(); drop()
    # retries
    FAIL_NEXT["mode"] = 302; t("POST", "/v1/sandbox/users/" + con["userId"] + "/kyc/review", {"action": "approve", "type": "address"}, want=204); wait(); check(len(GOT) == 1, "first attempt")
    base = GOT[0][2]["timestamp"]; advance(150000); at = [e["timestamp"] - base for _, _, e in GOT]; cum = [0, 5, 305, 2105, 9305, 27305, 63305, 149705]; check(len(at) == 8 and all(abs(a - c) <= 2 for a, c in zip(at, cum)), str(at)); check(len({e["id"] for _, _, e in GOT}) == 1, "same id")
    ms = call("GET", f"/control/webhooks/{hook['id']}/messages", key=None, want=200)["data"][-1]; check(ms["state"] == "failed" and len(ms["attempts"]) == 8, str(ms)); EXAMPLES[f"GET /control/webhooks/{{id}}/messages"] = ("", None, 200, {"data": [ms]})
    FAIL_NEXT["mode"] = 500; drop(); t("POST", "/v1/sandbox/users/" + con["userId"] + "/kyc/review", {"action": "approve", "type": "address"}, want=204); wait(); FAIL_NEXT["mode"] = 204
    SECRET[0] = call("POST", f"/control/webhooks/{hook['id']}/rotate-secret", None, None, want=200)["secret"]; advance(6); wait(); check(len(GOT) == 2 and GOT[1][0]["hook-signature"] == hmac.new(SECRET[0].encode(), GOT[1][1], hashlib.sha256).hexdigest(), "rotated")
    advance(200000); check(len(GOT) == 2, "stop after success"); call("DELETE", f"/control/webhooks/{hook['id']}", None, None, want=204)
    ut3 = call("POST", f"/control/users/{con['userId']}/token", None, None, want=200)["userToken"]; call("GET", f"/v1/users/{con['userId']}", key=ut3, want=200); advance(3601); call("GET", f"/v1/users/{con['userId']}", key=ut3, want=401)
    # odd input never gives 5xx
    for m in ("POST", "PUT", "PATCH"):
        for path in ("/v1/persons", f"/v1/persons/{emp['id']}/jobInfo", f"/v1/users/{con['userId']}/kyc", "/v1/contracts", "/v1/payouts", "/v1/beneficiaries", "/v1/reimbursements", "/v1/invoices", "/v1/tax/calculations", f"/v1/payrolls/{pid}/save", f"/v1/businesses/{B}/kyb", "/v1/external-accounts", "/v1/virtual-accounts"):
            for odd in ({}, {"jobInfo": {"customFields": 5}}, {"address": []}, {"entries": {}}, {"amount": 1e400}, {"items": "x"}, {"phoneNumber": {"countryCode": [], "number": {}}}, {"type": []}, {"jobInfo": {"customFields": [{"id": {}}], "startDate": 5}}):
                CONN.request(m, path, json.dumps(odd), {"Authorization": "Bearer pk_test", "X-MultiTenantKey": T, "Content-Type": "application/json"}); r = CONN.getresponse(); txt = r.read(); check(400 <= r.status < 500 and b'"code"' in txt, f"odd {m} {path} {odd} {r.status} {txt[:100]}")
    # speed under 16 connections
    took = []
    def hammer():
        c = http.client.HTTPConnection("127.0.0.1", PORT)
        for _ in range(20):
            a = time.time(); c.request("GET", "/v1/persons?limit=5", headers={"Authorization": "Bearer pk_test"}); r = c.getresponse(); r.read(); took.append(time.time() - a)
    ts = [threading.Thread(target=hammer) for _ in range(16)]; [x.start() for x in ts]; [x.join() for x in ts]
    took.sort(); print(f"320 requests over 16 connections: median {took[160]*1000:.1f} ms, max {took[-1]*1000:.1f} ms")
    a = time.time(); [call("GET", "/v1/persons?limit=5") for _ in range(50)]; print(f"sequential: {(time.time()-a)*20:.2f} ms")
finally:
    server.terminate(); print("exit", server.wait(5)); print(f"{DONE[0]} checks, {len(BAD)} failed")
    json.dump(EXAMPLES, open("examples.json", "w"), indent=1)
