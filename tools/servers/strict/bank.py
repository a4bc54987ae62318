"""Bank transfers in, virtual accounts, external accounts, filings, remittances, requirements and instant pay."""
import core
from core import (DB, add, amount_of, conflict, emit, every, find, flag, identifier, invalid, mask, name, new_id, now, one_of, public, rule, stamp, text)
from pay import credit
from routing import find_anywhere, route

# ---------------------------------------------------------------- bank transfer deposits
@route("POST", "/control/deposits", status=201, body={
    "businessId!": identifier, "amount!": amount_of, "senderName": text(1, 100), "reference": text(1, 100),
    "network": one_of("ach", "wire", "swift"), "sortCode": text(1, 20), "accountNumber": text(1, 40), "bankCode": text(1, 20), "iban": text(1, 40)})
def bank_transfer(request):
    """A bank transfer arrives; `reference` is the sender's bank reference."""
    body, extra = request.body, {}
    business, code = find_anywhere("business", body["businessId"], "business"), body["amount"]["currency"]
    if body.get("network") and code != "USD": raise invalid({"network": "is for USD only"})
    if "reference" in body: extra["description"] = body["reference"]
    if "senderName" in body:
        block = body.get("network", "bank")
        info = {"preferredMethod": block, "bank": {}, "ach": {}, "wire": {}, "swift": {}}
        info[block] = {"accountName": body["senderName"]}
        if block == "bank":
            info["bank"].update(sortCode=body.get("sortCode", ""), accountNumber=mask(body.get("accountNumber", "")),
                                bankCode=body.get("bankCode", ""), iban=mask(body.get("iban", "")))
        extra["paymentInfo"] = info
    return public(credit(business, body["amount"], "DEP-" + new_id()[:8].upper(), **extra))

@route("POST", "/control/instant-pay", status=201, body={"personId!": identifier, "amount!": amount_of})
def instant_pay(request):
    person = find_anywhere("persons", request.body["personId"], "person")
    facts = {"id": new_id(), "personId": person["id"], "amount": request.body["amount"], "status": "succeeded"}
    emit(core.business_of(person), "instant-pay.succeeded", **facts)
    return facts

# ---------------------------------------------------------------- virtual accounts
@route("POST", "/v1/virtual-accounts", status=201, body={"currency!": one_of("USD", "NGN", "GBP", "EUR"), "userId": identifier,
    "customIdentification!": {"type!": one_of("SSN", "BVN"), "number!": text(8, 11, r"[0-9]+", "must be digits")}})
def request_virtual_account(request):
    """With userId for that user, otherwise for the business."""
    body, business = request.body, request.business
    proof = body["customIdentification"]
    automatic = proof["number"] == "99999900"
    if not automatic and len(proof["number"]) != {"SSN": 9, "BVN": 11}[proof["type"]]:
        raise invalid({"customIdentification.number": "SSN has 9 digits, BVN has 11"})
    holder = {"userId": find("users", body["userId"], business, "user")["id"]} if "userId" in body else {"businessId": business["id"]}
    if any(item["_holder"] == holder and item["currency"] == body["currency"] for item in every("virtual", business)):
        raise conflict("duplicate_virtual_account", "the holder has a virtual account in this currency")
    item = add("virtual", business, **holder, currency=body["currency"], status="requested", accountName="", accountNumber="", bankName="",
               customIdentification={"type": proof["type"], "number": mask(proof["number"])}, _holder=holder)
    virtual_step(item, "requested")
    if automatic:
        virtual_step(item, "submitted")
        virtual_step(item, "created")
    return public(item)

def virtual_step(item, status):
    item["status"] = status
    if status == "created":
        item.update(accountName=core.business_of(item)["businessName"], accountNumber=f"90{item['_order']:08d}", bankName="Sandbox Bank")
    emit(core.business_of(item), f"virtual-account.{status}", id=item["id"], currency=item["currency"], status=status, **item["_holder"])

route("GET", "/v1/virtual-accounts")(lambda request: {"data": [public(item) for item in every("virtual", request.business)]})

@route("POST", "/control/virtual-accounts/{accountId}/next")
def next_virtual_step(request):
    item = request.item("virtual", "virtual account")
    if item["status"] == "created": raise conflict("virtual_account_created", "the virtual account is created")
    virtual_step(item, "submitted" if item["status"] == "requested" else "created")
    return public(item)

# ---------------------------------------------------------------- external accounts
MICRO = {"descriptor_code": "SM4821", "amounts": [12, 37]}     # what verifies a micro-deposit account of the sandbox

@route("POST", "/v1/external-accounts", status=201, body={
    "bankName!": name, "accountHolderName!": name, "accountNumber!": text(4, 17, r"[0-9]+"), "routingNumber!": text(9, 9, r"[0-9]{9}"),
    "currency!": one_of("USD"), "verification!": one_of("instant", "microdeposits"), "microdepositType": one_of(*MICRO)})
def link_external_account(request):
    body, business = request.body, request.business
    digits = [int(digit) for digit in body["routingNumber"]]
    if sum(digit * weight for digit, weight in zip(digits, (3, 7, 1) * 3)) % 10:
        raise invalid({"routingNumber": "is not an ABA routing number (checksum)"})
    micro = body["verification"] == "microdeposits"
    if not micro and "microdepositType" in body: raise invalid({"microdepositType": "is for verification microdeposits only"})
    if any((item["_number"], item["routingNumber"]) == (body["accountNumber"], body["routingNumber"]) for item in every("external", business)):
        raise conflict("duplicate_external_account", "the account is linked already")
    item = add("external", business, bankName=body["bankName"], accountHolderName=body["accountHolderName"],
               accountNumber=mask(body["accountNumber"]), routingNumber=body["routingNumber"], currency="USD",
               status="needs_confirmation" if micro else verified_status(business), _number=body["accountNumber"])
    if micro: item["microdepositInfo"] = {"type": body.get("microdepositType", "descriptor_code"), "arrivalDate": stamp() + 86400}
    emit_added(item)
    return public(item)

def verified_status(business): return "restricted" if business["restricted"] else "active"

def account_facts(item):
    return {"accountId": item["id"], **{key: item[key] for key in ("bankName", "accountNumber", "currency", "status", "microdepositInfo") if key in item}}

def emit_added(item):
    """Every added event has an id of its own, as the document says; accountId names the account."""
    emit(core.business_of(item), "external-account.added", id=new_id(), **account_facts(item))

route("GET", "/v1/external-accounts")(lambda request: {"data": [public(item) for item in every("external", request.business)]})

@route("POST", "/v1/external-accounts/{accountId}/verify", body={"descriptorCode": text(1, 20), "amounts": [core.whole(1, 99)]})
def verify_external_account(request):
    item, body = request.item("external", "external account"), request.body
    if item["status"] != "needs_confirmation": raise conflict("not_awaiting_verification", f"the account is {item['status']}")
    kind = item["microdepositInfo"]["type"]
    field = {"descriptor_code": "descriptorCode", "amounts": "amounts"}[kind]
    if set(body) != {field}: raise invalid({field: "is required, and nothing else"})
    if (sorted(body[field]) if kind == "amounts" else body[field].upper()) != MICRO[kind]:
        raise rule("verification_failed", "the micro-deposits do not match")
    confirm_account(item)
    return public(item)

def confirm_account(item):
    item.pop("microdepositInfo", None)
    item["status"] = verified_status(core.business_of(item))
    emit_added(item)

@route("DELETE", "/v1/external-accounts/{accountId}")
def remove_external_account(request):
    item = request.item("external", "external account")
    del DB["external"][item["id"]]
    emit(request.business, "external-account.removed", id=item["id"], **account_facts(item))

@route("POST", "/control/businesses/{businessId}/direct-debits", body={"restricted!": flag})
def restrict_direct_debits(request):
    """Restricts (or lifts the restriction of) all verified external accounts of the business."""
    business = request.item("business", "business")
    restricted = business["restricted"] = request.body["restricted"]
    for item in every("external", business):
        if item["status"] != "needs_confirmation": item["status"] = verified_status(business)
    accounts = [account_facts(item) for item in every("external", business)]
    emit(business, "external-account.restricted" if restricted else "external-account.restriction_lifted", businessId=business["id"], accounts=accounts)
    return {"restricted": restricted, "accounts": accounts}

# ---------------------------------------------------------------- filings, remittances, requirements
STEPS = {"filing": "created blocked pending in_review approved submitted accepted rejected overdue".split(),
         "remittance": "created processing completed failed".split(), "requirement": "created satisfied".split()}

def statutory_event(item, status):
    item.update(status=status, lastUpdatedTimestamp=stamp())
    emit(core.business_of(item), f"{item['_kind']}.{status}", resourceType=item["_kind"].upper(), resourceId=item["id"],
         **{key: item[key] for key in ("name", "country", "status")})

def statutory_routes(kind):
    def create(request):
        business = find_anywhere("business", request.body["businessId"], "business")
        item = add(kind + "s", business, name=request.body["name"], country=request.body["country"], status="", _kind=kind)
        statutory_event(item, "created")
        return public(item)

    def step(request):
        item = request.item(kind + "s", kind)
        if request.body["status"] == item["status"]: raise conflict("no_change", f"the {kind} is {item['status']}")
        statutory_event(item, request.body["status"])
        return public(item)
    route("POST", f"/control/{kind}s", status=201, body={"businessId!": identifier, "name!": name, "country!": core.country})(create)
    route("POST", f"/control/{kind}s/{{id}}/status", body={"status!": one_of(*STEPS[kind][1:])})(step)
    route("GET", f"/v1/{kind}s")(lambda request: {"data": [public(item) for item in every(kind + "s", request.business)]})
    route("GET", f"/v1/{kind}s/{{id}}")(lambda request: public(request.item(kind + "s", kind)))

for statutory in STEPS: statutory_routes(statutory)
