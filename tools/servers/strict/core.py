"""Shared ground: problems, field checks, the virtual clock, the store, money, events and webhook delivery."""
import base64, functools, hashlib, heapq, hmac, http.client, itertools, json, re, secrets, threading, time, uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from urllib.parse import urlsplit

# ---------------------------------------------------------------- problems
class Problem(Exception):
    """An answer of the 4xx family, always rendered as the documented error object."""

    def __init__(self, status, code, message, params=None, headers=None):
        super().__init__(message)
        self.status, self.code, self.message, self.params, self.headers = status, code, message, params, headers or {}

    def body(self):
        shown = {"code": self.code, "message": self.message}
        if self.params: shown["params"] = self.params
        return shown

def invalid(params=None, message="the request body provided is not valid"): return Problem(400, "invalid_request_body", message, params)
def missing(what): return Problem(404, "resource_not_found", f"the requested {what} could not be found")

conflict = functools.partial(Problem, 409)     # (code, message): duplicates and wrong states
rule = functools.partial(Problem, 422)         # (code, message): business rules

def forbidden(message="the token does not permit this"): return Problem(403, "forbidden", message)

# ---------------------------------------------------------------- supported world
# country: name, dialling code, national number length (min, max), currencies that fit, regions
COUNTRIES = {"NG": ("Nigeria", "234", 8, 10, ("NGN", "USD"), {"LA": "Lagos", "FC": "Abuja", "KN": "Kano"}),
    "US": ("United States", "1", 10, 10, ("USD",), {"CA": "California", "DE": "Delaware", "NY": "New York", "TX": "Texas"}),
    "GB": ("United Kingdom", "44", 9, 10, ("GBP",), {"ENG": "England", "SCT": "Scotland", "WLS": "Wales", "NIR": "Northern Ireland"}),
    "DE": ("Germany", "49", 6, 11, ("EUR",), {"BE": "Berlin", "BY": "Bavaria", "HH": "Hamburg"}),
    "FR": ("France", "33", 9, 9, ("EUR",), {"IDF": "Ile-de-France", "PAC": "Provence-Alpes-Cote d'Azur"}),
    "KE": ("Kenya", "254", 9, 9, ("KES", "USD"), {"30": "Nairobi", "28": "Mombasa"}),
    "CO": ("Colombia", "57", 10, 10, ("COP", "USD"), {"DC": "Bogota", "ANT": "Antioquia"}),
    "CA": ("Canada", "1", 10, 10, ("CAD", "USD"), {"ON": "Ontario", "BC": "British Columbia", "QC": "Quebec"}),}
# units of the currency for one US dollar; all have two decimals, amounts are in minor units
RATES = {"USD": 1.0, "NGN": 1500.0, "GBP": 0.8, "EUR": 0.9, "KES": 130.0, "COP": 4000.0, "CAD": 1.35}
ISO_COUNTRIES = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN "
    "CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM "
    "HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK "
    "ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW "
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI "
    "VN VU WF WS YE YT ZA ZM ZW").split()

def fits(country, currency): return currency in COUNTRIES[country][4]
def convert(amount, source, target): return round(amount * RATES[target] / RATES[source])
def money(amount, currency): return {"amount": amount, "currency": currency}

def mask(text):
    """Everything but the last four characters; short values are hidden entirely."""
    return "*" * max(len(text) - 4, 0) + text[-4:] if len(text) > 4 else "****" if text else ""

# ---------------------------------------------------------------- field checks
# A specification is a function (value -> value, ValueError when wrong), a dict of fields ("name!" is required) or [item].

def that(test, message):
    def check(value):
        if not test(value): raise ValueError(message)
        return value
    return check

def text(low=1, high=255, pattern=r"[^\ud800-\udfff]*", what=None):
    return that(lambda value: isinstance(value, str) and len(value.strip()) >= low and len(value) <= high and re.fullmatch(pattern, value, re.DOTALL),
                what or f"must be text of {low} to {high} characters in the expected form")

def whole(low, high): return that(lambda value: type(value) is int and low <= value <= high, f"must be an integer from {low} to {high}")

def one_of(*values, what=None):
    return that(lambda value: isinstance(value, str) and value in values, what or "must be one of " + ", ".join(values))

def day(back, ahead):
    """A date not more than `back` days ago and not more than `ahead` days away."""
    def check(value):
        if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", value): raise ValueError("must be a date in YYYY-MM-DD form")
        try:
            given = date.fromisoformat(value)
        except ValueError: raise ValueError("is not a day of the calendar") from None
        if not -back <= (given - today()).days <= ahead: raise ValueError("is too far away")
        return value
    return check

def anything(value): return value

flag = that(lambda value: isinstance(value, bool), "must be a boolean")
string_map = that(lambda value: isinstance(value, dict) and all(isinstance(v, str) for v in value.values()), "must be a map of string to string")
email = text(5, 254, r"[A-Za-z0-9._%+'-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}", "must be an e-mail address")

def identifier(value):
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value): raise ValueError("must be a UUID")
    return value.lower()

country = one_of(*COUNTRIES)
any_country = one_of(*ISO_COUNTRIES, what="must be an ISO 3166-1 alpha-2 code")
currency = one_of(*RATES)

def phone(value):
    """The country code is ISO alpha-2 (conventions of the document); the number is national, digits only, by E.164."""
    if not isinstance(value, dict) or set(value) != {"countryCode", "number"}: raise ValueError("must have exactly countryCode and number")
    country(value["countryCode"])
    _, dial, low, high, _, _ = COUNTRIES[value["countryCode"]]
    number = value["number"]
    if not isinstance(number, str) or not re.fullmatch(r"[1-9][0-9]*", number):
        raise ValueError("number must be national digits only, without a leading zero")
    if not low <= len(number) <= high or len(dial + number) > 15: raise ValueError("number does not have a plausible length for the country (E.164)")
    if dial == "1" and not re.fullmatch(r"[2-9]\d\d[2-9]\d{6}", number): raise ValueError("number is not plausible in the North American plan")
    return value

def instant(value):
    """RFC 3339 date-time; answers seconds since 1970."""
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", value):
        raise ValueError("must be an RFC 3339 timestamp")
    try:
        return datetime.fromisoformat(re.sub(r"\.\d+", "", value.upper())).timestamp()
    except ValueError: raise ValueError("is not a moment of the calendar") from None

name = text(2, 100, r"[^\ud800-\udfff]*[^\W\d_][^\ud800-\udfff]*", "must be 2 to 100 characters with letters")
amount_of = {"amount!": whole(1, 10 ** 13), "currency!": currency}
address = {"countryCode!": country, "line1!": text(3), "line2?": text(0), "city!": text(2, 100),
           "postalCode!": text(3, 12, r"[A-Za-z0-9 -]+"), "state?": text(0, 100)}

def examine(spec, value, path, wrong):
    if isinstance(spec, dict):
        if not isinstance(value, dict):
            wrong[path or "body"] = "must be an object"
            return value
        known = {key.rstrip("!?"): key for key in spec}
        for key in value:
            if key not in known: wrong[f"{path}.{key}".lstrip(".")] = "is not a known field"
        clean = {}
        for key, full in known.items():
            where = f"{path}.{key}".lstrip(".")
            if key in value: clean[key] = examine(spec[full], value[key], where, wrong)
            elif full.endswith("!"): wrong[where] = "is required"
            elif full.endswith("?"): clean[key] = ""
        return clean
    if isinstance(spec, list):      # [item] or [item, "may be empty"]
        if not isinstance(value, list) or not value and len(spec) == 1:
            wrong[path] = "must be a non-empty array"
            return value
        return [examine(spec[0], item, f"{path}[{place}]", wrong) for place, item in enumerate(value)]
    try:
        return spec(value)
    except ValueError as error:
        wrong[path] = str(error)
        return value

def checked(spec, value):
    wrong = {}
    clean = examine(spec, value, "", wrong)
    if wrong: raise invalid(wrong)
    return clean

# ---------------------------------------------------------------- virtual clock and work to do later
LOCK = threading.RLock()          # one lock guards the whole state; requests are short
CHANGED = threading.Condition(LOCK)
_offset = 0.0
_agenda = []                      # heap of (due, order, work)
_order = itertools.count()
_in_flight = 0
_advancing = False
_pool = ThreadPoolExecutor(max_workers=12)

def now(): return time.time() + _offset
def stamp(): return int(now())
def today(): return datetime.fromtimestamp(now(), timezone.utc).date()

def start_of(day_text, plus_days=0):
    given = date.fromisoformat(day_text) + timedelta(days=plus_days)
    return datetime(given.year, given.month, given.day, tzinfo=timezone.utc).timestamp()

def later(due, work):
    heapq.heappush(_agenda, (due, next(_order), work))
    CHANGED.notify_all()

def _run_due():
    while _agenda and _agenda[0][0] <= now(): heapq.heappop(_agenda)[2]()

def keep_agenda():
    """Body of the one background thread."""
    with LOCK:
        while True:
            if not _advancing: _run_due()
            CHANGED.wait(None if _advancing or not _agenda else max(_agenda[0][0] - now(), 0.001))

def advance(seconds):
    """Moves the clock, stopping at every moment for which work is planned and waiting for its deliveries."""
    global _offset, _advancing
    with LOCK:
        while _advancing: CHANGED.wait()
        _advancing = True
        target = now() + seconds
        try:
            while True:
                _run_due()
                while _in_flight: CHANGED.wait()
                if not _agenda or _agenda[0][0] > target: break
                _offset += max(_agenda[0][0] - now(), 0)
            _offset += max(target - now(), 0)
        finally:
            _advancing = False
            CHANGED.notify_all()

def wait_until_delivered(timeout):
    limit = time.monotonic() + timeout
    with LOCK:
        while _in_flight or (_agenda and _agenda[0][0] <= now()):
            left = limit - time.monotonic()
            if left <= 0: return False
            CHANGED.wait(min(left, 0.5))
        return True

# ---------------------------------------------------------------- store
DB = {kind: {} for kind in ("business persons users files contracts templates payrolls beneficiaries quotes payouts transactions invoices "
    "reimbursements virtual external filings remittances requirements endpoints messages").split()}
ORG_KEYS = {}       # key -> {"business": id, "allowedIps": [...] or None}
USER_TOKENS = {}    # token -> (user id, expires)
REDIRECTS = {}      # redirect token -> (user id, expires)
SETTINGS = {}       # keys from the environment, id of the primary business of the platform

def new_id(): return str(uuid.uuid4())

def add(kind, business, **fields):
    times = {} if kind in ("persons", "users", "contracts") else {"createdTimestamp": stamp(), "lastUpdatedTimestamp": stamp()}
    item = {"id": new_id(), **fields, **times, "_business": business["id"], "_at": now(), "_order": next(_order)}
    DB[kind][item["id"]] = item
    return item

def find(kind, item_id, business, what=None):
    item = DB[kind].get(item_id.lower())
    if not item or item["_business"] != business["id"]: raise missing(what or kind.rstrip("s"))
    return item

def every(kind, business): return [item for item in DB[kind].values() if item["_business"] == business["id"]]
def business_of(item): return DB["business"][item["_business"]]
def public(item): return {key: value for key, value in item.items() if not key.startswith("_")}

def check_files(business, ids):
    for file_id in ids:
        if file_id: find("files", file_id, business, "file")

VARIABLES = [{"name": ref, "label": label, "ref": ref, "type": "string", "description": label, "isRequired": True}
             for ref, label in (("businessName", "Name of the business"), ("workerName", "Name of the worker"))]

def new_business(given, of_platform):
    business = {"id": new_id(), "tenantKey": "tk_" + secrets.token_hex(12), **given, "ofPlatform": of_platform, "wallets": {},
                "currency": COUNTRIES[given["country"]][4][0], "customFields": {}, "restricted": False, "entityId": new_id(), "roleId": new_id(),
                "kyb": {"status": "not_submitted", "reason": ""}, "createdTimestamp": stamp()}
    DB["business"][business["id"]] = business
    wallet(business, business["currency"])
    for code, kind in itertools.product(COUNTRIES, ("employee", "contractor")):
        add("templates", business, personType=kind, type="regular", country=code, name=f"{COUNTRIES[code][0]} {kind} agreement",
            templateString="Agreement between {{businessName}} and {{workerName}}.", tenantKey=business["tenantKey"], templateVariables=VARIABLES)
    return business

# ---------------------------------------------------------------- wallets
def wallet(business, code): return business["wallets"].setdefault(code, {"id": new_id(), "balance": 0, "reserved": 0})

def available(business, code):
    held = wallet(business, code)
    return held["balance"] - held["reserved"]

def show_wallet(business, code):
    held = wallet(business, code)
    return {"id": held["id"], "currency": code, "balance": money(held["balance"], code),
            "available": money(held["balance"] - held["reserved"], code), "reserved": money(held["reserved"], code)}

# ---------------------------------------------------------------- events
RETRY_DELAYS = (5, 300, 1800, 7200, 18000, 36000, 86400)

def emit(business, event_type, **data):
    data["tenantKey"] = business["tenantKey"]
    message_id = new_id()
    for endpoint in DB["endpoints"].values():
        if endpoint["_business"] == business["id"] if not endpoint["platform"] else business["ofPlatform"]:
            message = {"id": message_id, "eventType": event_type, "endpoint": endpoint["id"], "state": "pending",
                       "attempts": [], "_data": json.loads(json.dumps(data))}
            DB["messages"][(message_id, endpoint["id"])] = message
            later(now(), lambda message=message: _send(message))

def _send(message):
    global _in_flight
    endpoint = DB["endpoints"].get(message["endpoint"])
    if not endpoint: return
    _in_flight += 1
    sent_at = stamp()
    # every attempt is a sending of its own, so both timestamps are those of the attempt; the id stays
    body = json.dumps({"eventType": message["eventType"], "id": message["id"], "version": "1.0", "timestamp": sent_at, "data": message["_data"]}).encode()
    signature = hmac.new(endpoint["_secret"].encode(), body, hashlib.sha256).hexdigest()
    headers = {"Content-Type": "application/json", "hook-id": message["id"], "hook-timestamp": str(sent_at), "hook-signature": signature}
    _pool.submit(_attempt, message, endpoint["url"], body, headers, sent_at)

def _attempt(message, url, body, headers, sent_at):
    global _in_flight
    status = 0
    try:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=10)
        connection.request("POST", (parts.path or "/") + ("?" + parts.query if parts.query else ""), body, headers)
        status = connection.getresponse().status
        connection.close()
    except (OSError, http.client.HTTPException): pass
    with LOCK:
        _in_flight -= 1
        message["attempts"].append({"timestamp": sent_at, "status": status})
        tried = len(message["attempts"])
        if 200 <= status < 300: message["state"] = "delivered"
        elif tried > len(RETRY_DELAYS): message["state"] = "failed"
        else: later(now() + RETRY_DELAYS[tried - 1], lambda: _send(message))
        CHANGED.notify_all()

# ---------------------------------------------------------------- caller's JWT
def read_jwt(token):
    """The claims of a caller's HS256 token; one without an expiry is refused."""
    def part(chunk): return base64.urlsafe_b64decode(chunk + "=" * (-len(chunk) % 4))
    try:
        head, claims, signature = token.split(".")
        proof = hmac.new(SETTINGS["jwt"].encode(), f"{head}.{claims}".encode(), hashlib.sha256).digest()
        genuine = json.loads(part(head))["alg"] == "HS256" and hmac.compare_digest(proof, part(signature))
        claims = json.loads(part(claims))
        if genuine and claims["exp"] > now() and claims.get("nbf", 0) <= now() + 60: return claims
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    raise Problem(401, "invalid_jwt", "the JWT is not valid")

def issue_user_token(user):
    token = "ut_" + secrets.token_urlsafe(24)
    USER_TOKENS[token] = (user["id"], now() + 3600)
    return token
