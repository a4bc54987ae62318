"""Starts the compiled server and runs the main journeys. Usage: python3 smoke.py CLASS_DIR"""
import base64, datetime, hashlib, hmac, http.server, json, os, subprocess, sys, threading, time
import urllib.error, urllib.request

KEYS = {"PLATFORM_KEY": "plat", "ORG_KEY": "org", "PRODUCTION_KEY": "prod", "JWT_SECRET": "jwt-secret",
        "CONTROL_KEY": "control"}
SECRET = "whsec_" + base64.b64encode(b"smoke test signing secret").decode()
received, failures, refuse = [], [], set()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = f"{self.headers['hook-id']}.{self.headers['hook-timestamp']}.".encode() + body
        mac = hmac.new(base64.b64decode(SECRET[6:]), signed, hashlib.sha256).digest()
        valid = self.headers["hook-signature"] == "v1," + base64.b64encode(mac).decode()
        event = json.loads(body)
        received.append({**event, "valid": valid and event["id"] == self.headers["hook-id"]})
        self.send_response(500 if event["eventType"] in refuse else 204)
        self.end_headers()

    def log_message(self, *args):
        pass


def check(condition, text):
    print("ok  " if condition else "FAIL", text)
    if not condition:
        failures.append(text)


def call(method, path, body=None, key="plat", tenant=None, raw=None):
    data = raw if raw is not None else None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": key and "Bearer " + key, "X-MultiTenantKey": tenant}
    headers = {name: value for name, value in headers.items() if value}
    request = urllib.request.Request(base + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            status, headers, text = response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        status, headers, text = error.code, error.headers, error.read()
    is_json = text and "json" in headers.get("Content-Type", "")
    call.headers = headers
    return status, (json.loads(text) if is_json else text.decode())


def dash(method, path, body=None):
    return call(method, "/dashboard" + path, body, key="control")


def events(name, **fields):
    return [e for e in received if e["eventType"] == name and all(e["data"].get(k) == v for k, v in fields.items())]


def business(number, **extra):
    return call("POST", "/v1/platform/businesses", {"businessName": f"Shop {number}", "adminFirstName": "A",
                "adminLastName": "B", "adminEmail": "a@shop.example", "country": "US", **extra})


def person(tenant, email, kind="EMPLOYEE"):
    status, body = call("POST", "/v1/persons", {"firstName": "Ana", "lastName": "Paz", "email": email, "type": kind,
                        "address": {"countryCode": "US"}}, tenant=tenant)
    assert status == 201, body
    return body["result"]


def money(amount):
    return {"amount": amount, "currency": "USD"}


def day(offset):
    return (datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=offset)).isoformat()


def save(tenant, who, date):
    made = call("POST", "/v1/payrolls", {"workerType": who["type"], "type": "ONE_OFF"}, tenant=tenant)[1]["result"]
    path = "/v1/payrolls/" + made["payrollId"]
    status, body = call("POST", path + "/save", {"payrollDate": date, "payPeriod": {"fromDate": day(-30),
                        "toDate": day(0)}, "entries": [{"personId": who["id"], "salary": money(300000)}]}, tenant=tenant)
    check(status == 200 and body["result"]["status"] == "Saved", "a payroll is saved")
    return path, made["payrollId"]


def journey():
    check(call("GET", "/v1/persons", key="prod")[0] == 401, "the production key is refused")
    check(call("GET", "/v1/persons", tenant="tk_other")[0] == 403, "a foreign tenant key is refused")
    check(call("POST", "/v1/persons", raw=b"{nope")[0] == 400, "malformed JSON is refused")
    dash("POST", "/webhook-endpoints", {"url": receiver_url, "secret": SECRET})
    status, shop = business(1, idempotencyKey="k1")
    check(status == 201 and set(shop) == {"businessId", "tenantKey"}, "a business is created")
    check(business(1, idempotencyKey="k1")[1] == shop, "the idempotency key prevents a duplicate")
    tenant = shop["tenantKey"]

    ana = person(tenant, "ana@shop.example")
    for wait, count in ((0, 0), (2.1, 1)):
        time.sleep(wait)
        got = call("GET", "/v1/persons?email=ana@shop.example", tenant=tenant)[1]
        check(got["meta"]["itemCount"] == count, f"after {wait} s a list shows {count} new persons")
    check(events("person.created", id=ana["id"], tenantKey=tenant) != [], "person.created arrives")

    template = call("GET", "/v1/contract-templates", tenant=tenant)[1]["data"][0]
    status, contract = call("POST", "/v1/contracts", {"templateId": template["id"], "personId": ana["id"], "sender":
                            {"email": "a@shop.example", "name": "A B"}}, tenant=tenant)
    check(status == 201 and contract["status"] == "awaiting business signature", "a contract is created")
    for _ in range(2):
        signed = dash("POST", f"/contracts/{contract['id']}/signature")[1]
    check(signed["status"] == "completed", "the contract is signed by both sides")

    path, payroll = save(tenant, ana, day(0))
    check(call("POST", path + "/approval", tenant=tenant)[1]["result"]["status"] == "Awaiting Funds", "it awaits funds")
    check(call("POST", path + "/approval", tenant=tenant)[0] == 409, "a second approval is refused")
    call("POST", "/v1/sandbox/business-deposits", {"value": money(2000000), "description": "test"}, tenant=tenant)
    dash("POST", "/clock", {"seconds": 10})
    check(call("GET", path, tenant=tenant)[1]["result"]["status"] == "Completed", "the funded payroll completes")
    seen = {e["data"]["status"] for e in events("payroll.status.updated", id=payroll)}
    check(seen == {"saved", "approved", "scheduled", "processing", "completed"}, "its five status events arrive")
    check(events("transaction.succeeded", type="PAYROLL", reference=payroll) != [], "the payment succeeds")
    past, _ = save(tenant, ana, day(-3))
    got = call("POST", past + "/approval", tenant=tenant)[1]["result"]
    check(got["status"] == "Completed", "a payroll with a past date completes")
    dash("POST", "/clock", {"seconds": 2})
    check(len(call("GET", past + "/payslips", tenant=tenant)[1]["data"]) == 1, "the payslip is available")
    tax = call("POST", "/v1/tax/calculations", {"personId": ana["id"], "salary": money(300000)}, tenant=tenant)[1]
    parts = [tax["netAmount"]["amount"]] + [d["amount"]["amount"] for d in tax["deductions"]]
    check(sum(parts) == 300000, "net and deductions add up to gross")

    for name, outcome in (("Ana Paz", "succeeded"), ("Reject Compliance", "failed")):
        made = call("POST", "/v1/beneficiaries", {"name": "Ana", "countryCode": "US", "currency": "USD",
                    "paymentDetails": {"preferredMethod": "bank", "bank": {"accountName": name,
                                       "accountNumber": "12345"}}}, tenant=tenant)[1]
        payout = call("POST", "/v1/payouts", {"beneficiaryId": made["id"], "amount": money(500),
                      "reference": "ref, " + outcome}, tenant=tenant)[1]["result"]
        dash("POST", "/clock", {"seconds": 5})
        got = call("GET", "/v1/payouts/" + payout["id"], tenant=tenant)[1]["result"]
        check(got["status"] == outcome, f"the payout to {name} is {outcome}")
    check(events("transaction.failed", message="Rejected by compliance") != [], "the failure has its message")
    sheet = call("GET", f"/v1/payouts?format=csv&startDate={day(-1)}&endDate={day(1)}", tenant=tenant)
    check(sheet[0] == 200 and len(sheet[1].splitlines()) == 3, "the CSV has both payouts")
    check(call("GET", "/v1/payouts?format=csv", tenant=tenant)[0] == 400, "the CSV needs both dates")

    kyc = f"/v1/users/{ana['userId']}/kyc"
    form = {"firstName": "Ana", "lastName": "Paz", "dob": "1990-01-01", "nationality": "US", "address":
            {"countryCode": "US", "line2": "auto-reject"}, "idDetails": {"type": "passport", "number": "Auto-Approve"}}
    got = call("POST", kyc, form, tenant=tenant)[1]["result"]
    check((got["identity"]["status"], got["address"]["status"]) == ("approved", "rejected"), "KYC values decide")
    status, error = call("PATCH", kyc, form, tenant=tenant)
    check(status == 409 and "identity can only be resubmitted" in error["message"], "an approved identity stays")
    form["idDetails"]["frontFileId"] = ana["id"]
    review = f"/v1/sandbox/users/{ana['userId']}/kyc/review"
    check(call("POST", review, {"action": "reject", "type": "identity"}, tenant=tenant)[0] == 204, "a review rejects")
    check(call("PATCH", kyc, form, tenant=tenant)[0] == 404, "a file that was not uploaded is refused")
    form["idDetails"].pop("frontFileId")
    check(call("PATCH", kyc, form, tenant=tenant)[0] == 200, "a rejected identity is resubmitted")

    kyb = f"/v1/businesses/{shop['businessId']}/kyb"
    form = {"legalName": "Shop", "taxIdentificationNumber": "000-XXX-AUTO-APPROVE", "principals":
            [{"firstName": "A", "lastName": "B", "ssn": "000-00-0002"}]}
    check(call("POST", kyb, form, tenant=tenant)[0] == 400, "the KYB values cannot be combined")
    form.pop("principals")
    check(call("POST", kyb, form, tenant=tenant)[1]["result"]["status"] == "approved", "KYB is approved")

    carl = person(tenant, "carl@shop.example", "CONTRACTOR")
    invoice = call("POST", "/v1/invoices", {"personId": carl["id"], "dueDate": day(9), "items": [{"description": "work",
                   "amount": money(100), "quantity": 3}]}, tenant=tenant)[1]
    check(call("GET", "/v1/invoices/" + invoice["id"], tenant=tenant)[1]["total"] == money(300), "an invoice is read")
    review = f"/v1/invoices/{invoice['id']}/review"
    check(call("POST", review, {"action": "reject"}, tenant=tenant)[0] == 400, "a rejection needs a reason")
    check(call("POST", review, {"action": "approve"}, tenant=tenant)[0] == 200, "the invoice is approved")

    token = dash("POST", f"/users/{ana['userId']}/tokens")[1]["token"]
    check(call("GET", "/v1/persons/" + ana["id"], key=token)[0] == 200, "a user reads the own person")
    check(call("GET", "/v1/persons/" + carl["id"], key=token)[0] == 403, "a user cannot read another person")
    dash("POST", "/clock", {"seconds": 3601})
    check(call("GET", "/v1/persons/" + ana["id"], key=token)[0] == 401, "the user token expires after an hour")

    refuse.add("person.updated")
    call("PATCH", "/v1/persons/" + ana["id"], {"firstName": "Anna"}, tenant=tenant)
    dash("POST", "/clock", {"seconds": 4 * 86400})
    tries = events("person.updated", id=ana["id"])
    check(len(tries) == 8 and len({e["id"] for e in tries}) == 1, "a delivery is retried seven times with one id")
    check(dash("GET", "/deliveries?eventType=person.updated")[1]["data"][0]["status"] == "failed", "then it has failed")
    check(all(e["valid"] and e["data"]["tenantKey"] for e in received), "every signature is valid")
    check([business(n)[0] for n in range(2, 12)] == [201] * 9 + [403], "the eleventh business is refused")
    codes = [call("GET", "/v1/wallets/none", key="org")[0] for _ in range(205)]
    check(codes == [404] * 200 + [429] * 5 and int(call.headers["Retry-After"]) > 0, "the rate limit holds")


receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
receiver_url = f"http://127.0.0.1:{receiver.server_port}/hook"
server = subprocess.Popen(["java", "-Xmx256m", "-cp", sys.argv[1], "Main"], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **KEYS, "PORT": "0"})
try:
    base = server.stdout.readline().strip().removeprefix("listening on ")
    journey()
finally:
    server.terminate()
    server.wait(10)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
