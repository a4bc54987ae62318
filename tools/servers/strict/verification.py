"""KYC of users with sentinels, document expiry and renewal; KYB of businesses."""
import re

import core
from core import (address, any_country, check_files, conflict, day, emit, identifier, invalid, later, mask, name, now, one_of, start_of, text, today)
from people import own_business
from routing import RAW, route

COMPONENTS = ("identity", "address")
SENTINELS = {"auto-approve": "approved", "auto-reject": "rejected", "auto-pending": "pending"}
REVIEW_SECONDS = 60     # without a reviewer a check of the sandbox ends in `pending` after this time

ID_DETAILS = {"type!": one_of("passport", "national_id", "drivers_license"), "number!": text(4, 40),
              "issuedCountryCode": any_country, "issuedBy": text(2, 100), "issuedDate": day(40 * 366, 0),
              "expirationDate": day(0, 40 * 366), "frontFileId": identifier, "backFileId": identifier, "selfieFileId": identifier}
SUBMISSION = {"firstName!": name, "lastName!": name, "dob!": day(110 * 366, 0), "nationality!": any_country,
              "address!": address, "idDetails!": ID_DETAILS, "addressProofFileId": identifier}

def sentinel(value): return SENTINELS.get((value or "").strip().lower())

def record(user):
    return user["_kyc"] or user.update(_kyc={"submitted": False, "identity": "not_submitted", "address": "not_submitted", "details": {},
                                             "reviews": {"identity": 0, "address": 0}, "stages": [], "stage": None}) or user["_kyc"]

def show_kyc(user):
    kyc = record(user)
    document = kyc["details"].get("idDetails")
    return {"userId": user["id"], "identity": {"status": kyc["identity"], "expiryStage": kyc["stage"],
                         "document": document and {"type": document["type"], "number": mask(document["number"]),
                                                   "expirationDate": document.get("expirationDate", "")}}, "address": {"status": kyc["address"]}}

def set_status(user, component, status, silent=False):
    """`pending` is silent: no result ever arrives, and the event knows no such status."""
    kyc = record(user)
    kyc[component] = status
    kyc["reviews"][component] += 1
    if not silent: emit(core.business_of(user), "user.kyc.updated", userId=user["id"], type=component, status=status)
    if component == "identity" and status == "approved": watch_expiry(user)

def decide(user, component, outcome):
    """A sentinel decides at once; a real value is processed and then waits for a reviewer."""
    kyc = record(user)
    if outcome: return set_status(user, component, outcome, silent=outcome == "pending")
    set_status(user, component, "processing")
    review = kyc["reviews"][component]

    def nobody_reviewed():
        if kyc["reviews"][component] == review: set_status(user, component, "pending", silent=True)
    later(now() + REVIEW_SECONDS, nobody_reviewed)

def watch_expiry(user):
    kyc = record(user)
    document = kyc["details"].get("idDetails", {})
    expiry = document.get("expirationDate")
    if not expiry: return

    def enter(stage, until):
        if now() >= start_of(expiry, until): return      # approved when a later stage was reached already
        if kyc["details"].get("idDetails") is not document or stage in kyc["stages"] or kyc["identity"] != "approved": return
        kyc["stages"].append(stage)
        kyc["stage"] = stage
        if stage == "expired": set_status(user, "identity", "rejected")
        emit(core.business_of(user), "user.kyc.expiry", userId=user["id"], stage=stage, documentType=document["type"], expiryDate=expiry)
    # a document is good through its expiration date; the grace period are the sixty days after it
    for stage, days, until in (("about-to-expire", -30, 1), ("in-grace-period", 1, 61), ("expired", 61, 99999)):
        if stage not in kyc["stages"]: later(max(start_of(expiry, days), now()), lambda stage=stage, until=until: enter(stage, until))

def check_document(document, proof_needed):
    """Files and the data of the document are needed unless the number is a sentinel."""
    wrong = {}
    if not sentinel(document["number"]):
        needed = ["issuedCountryCode", "issuedBy", "issuedDate", "expirationDate", "frontFileId", "selfieFileId"]
        if document["type"] != "passport": needed.append("backFileId")
        wrong = {f"idDetails.{key}": "is required" for key in needed if key not in document}
        if not re.fullmatch(r"[A-Za-z0-9 -]+", document["number"]): wrong["idDetails.number"] = "must be letters and digits"
        if proof_needed: wrong["addressProofFileId"] = "is required"
    if document.get("issuedDate", "") >= document.get("expirationDate", "9999"): wrong["idDetails.expirationDate"] = "must be after issuedDate"
    if wrong: raise invalid(wrong)

def files_of(details):
    document = details.get("idDetails", {})
    return [document.get(key) for key in ("frontFileId", "backFileId", "selfieFileId")] + [details.get("addressProofFileId")]

def check_age(body):
    if "dob" in body and (today() - core.date.fromisoformat(body["dob"])).days < 18 * 365.25: raise invalid({"dob": "the user must be an adult"})

def take_document(user, document):
    kyc = record(user)
    kyc["details"]["idDetails"] = document
    kyc["stages"], kyc["stage"] = [], None

@route("POST", "/v1/users/{userId}/kyc", who="any", body=SUBMISSION)
def submit_kyc(request):
    user, body = request.user_at(), request.body
    kyc = record(user)
    check_age(body)
    address_outcome = sentinel(body["address"].get("line2"))
    check_document(body["idDetails"], not address_outcome and "addressProofFileId" not in body)
    check_files(request.business, files_of(body))
    if kyc["submitted"]: raise conflict("kyc_already_submitted", "KYC was submitted already; PATCH resubmits a rejected identity")
    kyc["submitted"] = True
    kyc["details"] = dict(body)
    take_document(user, body["idDetails"])
    decide(user, "identity", sentinel(body["idDetails"]["number"]))
    decide(user, "address", address_outcome)
    return show_kyc(user)

@route("PATCH", "/v1/users/{userId}/kyc", who="any", body=RAW)
def resubmit_kyc(request):
    """idDetails is required; the other fields replace what is on file; the address is checked again only when it is given."""
    user = request.user_at()
    kyc = record(user)
    if kyc["identity"] != "rejected": raise conflict("kyc_not_rejected", "identity can only be resubmitted when status is Rejected")
    body = core.checked({key if key == "idDetails!" else key.rstrip("!"): value for key, value in SUBMISSION.items()}, request.body)
    check_age(body)
    check_document(body["idDetails"], False)
    check_files(request.business, files_of(body))
    kyc["submitted"] = True
    kyc["details"].update(body)
    take_document(user, body["idDetails"])
    decide(user, "identity", sentinel(body["idDetails"]["number"]))
    if "address" in body or "addressProofFileId" in body: decide(user, "address", sentinel(kyc["details"].get("address", {}).get("line2")))
    return show_kyc(user)

route("GET", "/v1/users/{userId}/kyc", who="any")(lambda request: show_kyc(request.user_at()))

@route("POST", "/v1/users/{userId}/kyc/renewal", who="any", body={"idDetails!": ID_DETAILS})
def renew_kyc(request):
    user, document = request.user_at(), request.body["idDetails"]
    kyc = record(user)
    check_document(document, False)
    check_files(request.business, files_of(request.body))
    if not kyc["stage"]: raise conflict("renewal_not_due", "the document on file is in no expiry stage")
    take_document(user, document)
    decide(user, "identity", sentinel(document["number"]))
    return show_kyc(user)

@route("POST", "/v1/sandbox/users/{userId}/kyc/review", body={"action!": one_of("approve", "reject"), "type!": one_of(*COMPONENTS)})
def review_kyc(request): set_status(request.user_at(), request.body["type"], {"approve": "approved", "reject": "rejected"}[request.body["action"]])

# ---------------------------------------------------------------- KYB
AUTO_TAX_ID = r"000-[A-Za-z0-9]{3}-AUTO-APPROVE"
PRINCIPALS = {"000-00-0001": ("additional_information_needed", "Please upload the certificate of incorporation"),
              "000-00-0002": ("rejected", "A principal could not be verified"), "000-00-0003": ("in_review", "")}

def set_kyb(business, status, reason=""):
    business["kyb"].update(status=status, reason=reason)
    facts = {"businessId": business["id"], "status": status, **({"reason": reason} if reason else {})}
    if status in ("approved", "additional_information_needed"): emit(business, "business.kyb.reviewed", **facts)
    elif status in ("rejected", "completed"): emit(business, f"business.kyb.{status}", **facts)

@route("POST", "/v1/businesses/{businessId}/kyb", body={"taxIdentificationNumber!": text(5, 40, r"[A-Za-z0-9-]+"), "legalName!": name,
    "principals!": [{"firstName!": name, "lastName!": name, "dateOfBirth!": day(110 * 366, 0),
                     "ssn!": text(9, 11, r"\d{3}-?\d{2}-?\d{4}", "must be nine digits")}]})
def submit_kyb(request):
    business, body = own_business(request), request.body
    automatic = re.fullmatch(AUTO_TAX_ID, body["taxIdentificationNumber"], re.IGNORECASE)
    numbers = [re.sub(r"(\d{3})-?(\d{2})-?(\d{4})", r"\1-\2-\3", person["ssn"]) for person in body["principals"]]
    outcomes = [PRINCIPALS[number] for number in numbers if number in PRINCIPALS]
    if automatic and outcomes: raise invalid(message="auto-approve tax ID cannot be combined with auto-feedback principal presets")
    if len(set(numbers)) < len(numbers): raise conflict("duplicate_principal", "a principal is given twice")
    if business["kyb"]["status"] == "rejected": raise conflict("kyb_rejected", "the rejection is final")
    if business["kyb"]["status"] not in ("not_submitted", "additional_information_needed"):
        raise conflict("kyb_already_submitted", "KYB was submitted already")
    business["kyb"].update(taxIdentificationNumber=mask(body["taxIdentificationNumber"]), legalName=body["legalName"])
    if automatic:
        set_kyb(business, "approved")
        set_kyb(business, "completed")
    else: set_kyb(business, *(outcomes[0] if outcomes else ("in_review", "")))
    return show_kyb(business)

def show_kyb(business): return {"businessId": business["id"], **business["kyb"]}

route("GET", "/v1/businesses/{businessId}/kyb")(lambda request: show_kyb(own_business(request)))

@route("POST", "/control/businesses/{businessId}/kyb", body={
    "status!": one_of("approved", "additional_information_needed", "rejected", "completed"), "reason": text(1, 500)})
def control_kyb(request):
    business = request.item("business", "business")
    if business["kyb"]["status"] == "rejected": raise conflict("kyb_rejected", "the rejection is final")
    set_kyb(business, request.body["status"], request.body.get("reason", ""))
    return show_kyb(business)
