"""Businesses, persons, users, job and tax information, contracts, logins, files and tax calculation."""
import base64, binascii, secrets

import core
from core import (COUNTRIES, DB, ORG_KEYS, REDIRECTS, Problem, add, address, amount_of, conflict, convert, day, email, emit,
                  every, find, fits, flag, forbidden, identifier, invalid, mask, missing, money, name, new_id, now, one_of,
                  phone, public, rule, stamp, string_map, text, whole)
from routing import PAGE, page_of, route, toggle

def same_email(one, other): return one.lower() == other.lower()

# ---------------------------------------------------------------- businesses
IDEMPOTENT = {}   # idempotencyKey -> (body, answer)

@route("POST", "/v1/platform/businesses", who="platform", status=201, body={
    "businessName!": name, "businessShortName!": name, "adminFirstName!": name, "adminLastName!": name,
    "adminEmail!": email, "adminPhoneNumber!": phone, "address!": address, "country!": core.country,
    "registrationId!": text(3, 50), "idempotencyKey!": text(1, 255), "suppressWelcomeEmail": flag})
def create_business(request):
    body = dict(request.body)
    before = IDEMPOTENT.get(body["idempotencyKey"])
    if before:
        if before[0] != body: raise conflict("idempotency_key_reused", "the idempotencyKey was used with another body")
        return before[1]
    if body["address"]["countryCode"] != body["country"]: raise rule("country_mismatch", "the address is not in the country of the business")
    for other in DB["business"].values():
        if other["registrationId"].lower() == body["registrationId"].lower():
            raise conflict("duplicate_registration", "a business with this registrationId exists already")
        if same_email(other["adminEmail"], body["adminEmail"]): raise conflict("duplicate_admin_email", "a business with this adminEmail exists already")
    key = body.pop("idempotencyKey")
    body.pop("suppressWelcomeEmail", None)
    business = core.new_business(body, True)
    answer = {"businessId": business["id"], "tenantKey": business["tenantKey"]}
    IDEMPOTENT[key] = (dict(request.body), answer)
    return answer

def show_business(business):
    return {"businessId": business["id"], **{key: business[key] for key in (
        "tenantKey", "businessName", "businessShortName", "adminFirstName", "adminLastName", "adminEmail",
        "adminPhoneNumber", "address", "country", "registrationId", "currency", "entityId", "kyb", "createdTimestamp")}}

route("GET", "/v1/platform/businesses", who="platform", query=PAGE)(
    lambda request: page_of([b for b in DB["business"].values() if b["ofPlatform"]], request.query, show_business))

def own_business(request):
    if request.at["businessId"].lower() != request.business["id"]: raise missing("business")
    return request.business

route("GET", "/v1/businesses/{businessId}")(lambda request: show_business(own_business(request)))

@route("PUT", "/v1/businesses/{businessId}/basicInfo", body={
    "businessName!": name, "businessShortName!": name, "adminPhoneNumber!": phone, "address!": address})
def change_business(request):
    business = own_business(request)
    if request.body["address"]["countryCode"] != business["country"]: raise rule("country_mismatch", "the address is not in the country of the business")
    business.update(request.body)
    emit(business, "business.basicinfo.updated", businessId=business["id"], **request.body)
    return show_business(business)

@route("POST", "/v1/businesses/{businessId}/customFields", status=201, body={"name!": text(2, 100)})
def create_custom_field(request):
    fields = own_business(request)["customFields"]
    if request.body["name"] in fields.values(): raise conflict("duplicate_custom_field", "a custom field with this name exists already")
    field_id = new_id()
    fields[field_id] = request.body["name"]
    return {"id": field_id, "name": fields[field_id]}

route("GET", "/v1/businesses/{businessId}/customFields")(
    lambda request: {"data": [{"id": key, "name": value} for key, value in own_business(request)["customFields"].items()]})

@route("PUT", "/v1/businesses/{businessId}/customFields/{customFieldId}", body={"name!": text(2, 100)})
def rename_custom_field(request):
    fields, field_id = own_business(request)["customFields"], request.at["customFieldId"].lower()
    if field_id not in fields: raise missing("custom field")
    if any(value == request.body["name"] and key != field_id for key, value in fields.items()):
        raise conflict("duplicate_custom_field", "a custom field with this name exists already")
    fields[field_id] = request.body["name"]
    return {"id": field_id, "name": fields[field_id]}

# ---------------------------------------------------------------- persons
COMP_TYPE = one_of("net", "gross")
FREQUENCY = one_of("weekly", "biweekly", "monthly", "annually")
JOB_INFO = {"startDate!": day(50 * 366, 366), "employeeNumber!": text(1, 50), "title!": text(2, 100), "department!": text(2, 100),
            "customFields": [{"id!": identifier, "name!": text(1, 100), "value!": text(0, 500)}, "may be empty"]}

def show_person(person):
    """The salary is write-only (the document lists it as `on write`); names of custom fields are always the current ones."""
    shown = public(person)
    shown["compInfo"] = {key: value for key, value in person["compInfo"].items() if key != "salary"}
    names = core.business_of(person)["customFields"]
    shown["jobInfo"] = {**person["jobInfo"], "customFields": [{"id": field["id"], "name": names[field["id"]], "value": field["value"]}
        for field in person["jobInfo"]["customFields"]]}
    return shown

def contact(item): return {key: item[key] for key in ("id", "firstName", "lastName", "email", "phoneNumber")}

def accept_job(business, job, person):
    values = job.get("customFields", [])
    for field in values:
        if business["customFields"].get(field["id"]) != field["name"]:
            raise rule("unknown_custom_field", f"{field['id']} with the name {field['name']} is not a custom field")
    if len({field["id"] for field in values}) < len(values): raise rule("duplicate_custom_field", "a custom field is given twice")
    for other in every("persons", business):
        if other is not person and other["jobInfo"]["employeeNumber"] == job["employeeNumber"]:
            raise conflict("duplicate_employee_number", "another person has this employeeNumber")
    return {**job, "customFields": values, "entityId": business["entityId"]}

def accept_salary(home, comp):
    if not fits(home, comp["salary"]["currency"]): raise rule("currency_mismatch", f"{comp['salary']['currency']} does not fit the country {home}")

def email_is_free(business, address_text, person=None):
    if any(same_email(other["email"], address_text) and other is not person for other in every("persons", business)):
        raise conflict("duplicate_email", "a person with this email exists already")

def invite(business, person):
    user = add("users", business, personId=person["id"], roleId=business["roleId"], firstName=person["firstName"],
               lastName=person["lastName"], email=person["email"], phoneNumber=person["phoneNumber"], metadata={},
               _status="invited", _tag="", _password=None, _kyc=None)
    emit(business, "user.created", personId=person["id"], **contact(user))
    return user

@route("POST", "/v1/persons", status=201, body={"firstName!": name, "lastName!": name, "email!": email, "phoneNumber!": phone, "address!": address,
    "type!": one_of("EMPLOYEE", "CONTRACTOR"), "contractorType": one_of("INDIVIDUAL", "BUSINESS"), "businessName": name, "metadata": string_map,
    "compInfo": {"type!": COMP_TYPE, "salary!": amount_of, "frequency!": FREQUENCY, "employmentModel!": one_of("eor", "direct", "aor")},
    "jobInfo": JOB_INFO})
def create_person(request):
    body, business = request.body, request.business
    contractor = body["type"] == "CONTRACTOR"
    wrong = {}
    if contractor and "contractorType" not in body: wrong["contractorType"] = "is required for a contractor"
    if not contractor and "contractorType" in body: wrong["contractorType"] = "is for contractors only"
    if (body.get("contractorType") == "BUSINESS") != ("businessName" in body):
        wrong["businessName"] = "goes with contractorType BUSINESS, and only with it"
    if wrong: raise invalid(wrong)
    email_is_free(business, body["email"])
    home = body["address"]["countryCode"]
    if "compInfo" in body: accept_salary(home, body["compInfo"])
    job = {"startDate": "", "employeeNumber": "", "title": "", "department": "", "customFields": [], "entityId": business["entityId"]}
    if "jobInfo" in body: job = accept_job(business, body["jobInfo"], None)
    person = add("persons", business, **{key: body[key] for key in ("firstName", "lastName", "email", "address", "phoneNumber")},
                 metadata=body.get("metadata", {}), businessName=body.get("businessName", ""), type=body["type"],
                 contractorType=body.get("contractorType", ""),
                 compInfo=body.get("compInfo", {"type": "", "frequency": "", "employmentModel": ""}), jobInfo=job,
                 status="Active", offboarding=None, _personal={"taxId": "", "socialSecurityId": ""}, _tax={})
    emit(business, "person.created", personType=person["type"], contractorType=person["contractorType"], **contact(person))
    user = invite(business, person)
    return {**show_person(person), "userId": user["id"]}

@route("GET", "/v1/persons", query={**PAGE, "email": email})
def list_persons(request):
    wanted = request.query.get("email")
    return page_of([person for person in every("persons", request.business)
                    if wanted is None or same_email(person["email"], wanted)], request.query, show_person)

route("GET", "/v1/persons/{personId}", who="any")(lambda request: show_person(request.person_at()))

@route("PATCH", "/v1/persons/{personId}", body={"firstName": name, "lastName": name, "email": email, "phoneNumber": phone,
                                                "address": address, "metadata": string_map})
def change_person(request):
    person = request.person_at()
    if not request.body: raise invalid()
    if "email" in request.body: email_is_free(request.business, request.body["email"], person)
    person.update(request.body)
    emit(request.business, "person.updated", **contact(person))
    return show_person(person)

@route("PUT", "/v1/persons/{personId}/jobInfo", body={
    "compInfo!": {"type!": COMP_TYPE, "salary!": amount_of, "frequency!": FREQUENCY}, "jobInfo!": JOB_INFO})
def put_job_info(request):
    person, comp = request.person_at(), request.body["compInfo"]
    accept_salary(person["address"]["countryCode"], comp)
    job = accept_job(request.business, request.body["jobInfo"], person)
    person["compInfo"] = {**comp, "employmentModel": person["compInfo"]["employmentModel"]}
    person["jobInfo"] = job
    shown = show_person(person)
    emit(request.business, "person.jobinfo.updated", id=person["id"], compInfo=shown["compInfo"], jobInfo=shown["jobInfo"])
    return shown

def show_personal(person): return {"personId": person["id"], **{key: mask(value) for key, value in person["_personal"].items()}}

@route("PUT", "/v1/persons/{personId}/personalInfo", body={
    "taxId": text(5, 30, r"[A-Za-z0-9 ./-]+"), "socialSecurityId": text(5, 30, r"[A-Za-z0-9 ./-]+")})
def put_personal_info(request):
    person = request.person_at()
    if not request.body: raise invalid({"taxId": "is required unless socialSecurityId is given"})
    person["_personal"].update(request.body)
    return show_personal(person)

route("GET", "/v1/persons/{personId}/personalInfo", who="any")(lambda request: show_personal(request.person_at()))

MARITAL = ("SINGLE", "MARRIED", "DIVORCED", "WIDOWED")

@route("PUT", "/v1/persons/{personId}/taxProfile", body={"maritalStatus!": one_of(*MARITAL), "numberOfDependents!": whole(0, 20)})
def put_tax_profile(request):
    person = request.person_at()
    person["_tax"] = request.body
    return {"personId": person["id"], **person["_tax"]}

@route("GET", "/v1/persons/{personId}/taxProfile", who="any")
def read_tax_profile(request):
    person = request.person_at()
    return {"personId": person["id"], **person["_tax"]}

# ---------------------------------------------------------------- person lifecycle
@route("POST", "/v1/persons/{personId}/offboarding", status=201, body={"exitDate!": day(0, 366), "reason!": text(3, 500)})
def schedule_offboarding(request):
    person = request.person_at()
    if person["status"] != "Active" or person["offboarding"]:
        raise conflict("offboarding_not_possible", "the person is a former one or has an offboarding scheduled")
    plan = person["offboarding"] = dict(request.body)
    emit(request.business, "person.offboarding.scheduled", id=person["id"], **plan)

    def exit_day_is_over():
        if person["offboarding"] is plan and person["status"] == "Active": complete_offboarding(person)
    core.later(core.start_of(plan["exitDate"], 1), exit_day_is_over)
    return show_person(person)

@route("DELETE", "/v1/persons/{personId}/offboarding")
def cancel_offboarding(request):
    person = pending_offboarding(request.person_at())
    person["offboarding"] = None
    emit(request.business, "person.offboarding.cancelled", id=person["id"])
    return show_person(person)

def pending_offboarding(person):
    if person["status"] != "Active" or not person["offboarding"]: raise conflict("no_offboarding_pending", "no offboarding is pending")
    return person

def complete_offboarding(person):
    person["status"] = "Former"
    emit(core.business_of(person), "person.offboarding.completed", id=person["id"], **person["offboarding"])

@route("POST", "/control/persons/{personId}/offboarding/complete")
def control_complete_offboarding(request):
    person = pending_offboarding(request.item("persons", "person"))
    complete_offboarding(person)
    return show_person(person)

@route("POST", "/v1/persons/{personId}/reinstate")
def reinstate(request):
    person = request.person_at()
    if person["status"] != "Former": raise conflict("not_former", "only a former person can be reinstated")
    person["status"], person["offboarding"] = "Active", None
    emit(request.business, "person.reinstated", id=person["id"])
    return show_person(person)

# ---------------------------------------------------------------- users
def show_user(user, with_status=False): return {**public(user), **({"status": user["_status"]} if with_status else {})}

@route("GET", "/v1/users", query={**PAGE, "personId": identifier, "email": email, "includeStatus": toggle})
def list_users(request):
    query = request.query
    users = [user for user in every("users", request.business) if query.get("personId") in (None, user["personId"])
             and ("email" not in query or same_email(user["email"], query["email"]))]
    return page_of(users, query, lambda user: show_user(user, query.get("includeStatus")))

route("GET", "/v1/users/{userId}", who="any", query={"includeStatus": toggle})(
    lambda request: show_user(request.user_at(), request.query.get("includeStatus")))

@route("POST", "/v1/users/invite", status=201, body={"personId!": identifier})
def invite_again(request):
    person = find("persons", request.body["personId"], request.business, "person")
    if any(user["personId"] == person["id"] for user in every("users", request.business)): raise conflict("user_exists", "the person has a user already")
    if person["status"] == "Former": raise rule("person_is_former", "a former person cannot be invited")
    return show_user(invite(request.business, person))

@route("PUT", "/v1/users/{userId}/basicInfo", who="any", body={
    "firstName!": name, "lastName!": name, "phoneNumber!": phone, "tag": text(0, 50), "metadata": string_map})
def change_user(request):
    user, body = request.user_at(), dict(request.body)
    renamed = (user["firstName"], user["lastName"]) != (body["firstName"], body["lastName"])
    user["_tag"] = body.pop("tag", user["_tag"])
    user.update(body)
    emit(request.business, "user.updated", type="basic_info", tag=user["_tag"], isNameUpdated=renamed, **contact(user))
    return show_user(user)

@route("POST", "/control/users/{userId}/password", body={"password!": text(8, 100)})
def set_password(request):
    user = request.item("users", "user")
    user["_password"], user["_status"] = request.body["password"], "active"
    emit(core.business_of(user), "user.profile.updated", id=user["id"], type="password_set")
    return show_user(user, True)

@route("DELETE", "/v1/sandbox/users/{userId}")
def delete_user(request):
    user = request.user_at()
    del DB["users"][user["id"]]

# ---------------------------------------------------------------- logins
@route("POST", "/v1/auth/login/jwt", body={"jwt!": text(1, 8000)})
def login_with_jwt(request):
    """Claims: exp, and sub (user id) or email; when both are given both must name the same user."""
    claims = core.read_jwt(request.body["jwt"])
    subject, mail = claims.get("sub"), claims.get("email")
    if not any(isinstance(claim, str) for claim in (subject, mail)): raise Problem(401, "invalid_jwt", "the JWT names no user (sub or email)")
    for user in every("users", request.business):
        if subject in (None, user["id"]) and (mail is None or isinstance(mail, str) and same_email(mail, user["email"])):
            token = "rt_" + secrets.token_urlsafe(24)
            REDIRECTS[token] = (user["id"], now() + 300)
            return {"redirectToken": token}
    raise missing("user")

def user_token_answer(user): return {"userToken": core.issue_user_token(user), "userId": user["id"], "expiresIn": 3600}

@route("POST", "/v1/auth/redirect", body={"redirectToken!": text(1, 200)})
def exchange_redirect(request):
    """A redirect token works once, for five minutes, in the scope of its business."""
    user_id, expires = REDIRECTS.pop(request.body["redirectToken"], (None, 0))
    user = DB["users"].get(user_id)
    if not user or expires <= now() or user["_business"] != request.business["id"]:
        raise Problem(401, "invalid_redirect_token", "the redirect token is not valid")
    return user_token_answer(user)

@route("POST", "/v1/auth/login", body={"email!": email, "password!": text(1, 100)})
def login(request):
    for user in every("users", request.business):
        if same_email(user["email"], request.body["email"]) and user["_password"] == request.body["password"]: return user_token_answer(user)
    raise Problem(401, "invalid_credentials", "email or password is wrong")

route("POST", "/control/users/{userId}/token")(lambda request: user_token_answer(request.item("users", "user")))

@route("POST", "/control/businesses/{businessId}/org-keys", status=201, body={"allowedIps": [text(3, 45)]})
def issue_org_key(request):
    """Regenerates: all earlier org keys of the business stop working."""
    business = request.item("business", "business")
    revoke(business)
    key = "ok_" + secrets.token_urlsafe(24)
    ORG_KEYS[key] = {"business": business["id"], "allowedIps": request.body.get("allowedIps")}
    return {"orgKey": key, "businessId": business["id"]}

@route("DELETE", "/control/businesses/{businessId}/org-keys")
def revoke_org_keys(request): revoke(request.item("business", "business"))

def revoke(business):
    for key in [key for key, held in ORG_KEYS.items() if held["business"] == business["id"]]: del ORG_KEYS[key]

# ---------------------------------------------------------------- files
@route("POST", "/v1/files", who="any", status=201, body={
    "fileName!": text(3, 200), "contentType!": one_of("image/png", "image/jpeg", "application/pdf"), "content!": text(1, 7000000)})
def upload_file(request):
    """JSON with base64, because request bodies are application/json."""
    try:
        content = base64.b64decode(request.body["content"], validate=True)
    except (binascii.Error, ValueError): raise invalid({"content": "must be base64"}) from None
    if not 0 < len(content) <= 5 * 1024 * 1024: raise invalid({"content": "must have 1 byte to 5 MB"})
    item = add("files", request.business, fileName=request.body["fileName"], contentType=request.body["contentType"], size=len(content))
    return public(item)

# ---------------------------------------------------------------- contracts
route("GET", "/v1/contract-templates")(lambda request: {"data": [public(item) for item in every("templates", request.business)]})

@route("POST", "/v1/contract-templates", status=201, body={
    "name!": name, "country!": core.country, "personType!": one_of("employee", "contractor"), "type!": one_of("regular"),
    "templateString!": text(10, 100000), "templateVariables": [{"name!": text(1, 100), "label!": text(1, 100), "ref!": text(1, 100),
                           "type!": one_of("string", "number", "date"), "description!": text(0, 500), "isRequired!": flag}, "may be empty"]})
def create_template(request):
    body = {"templateVariables": [], **request.body}
    return public(add("templates", request.business, **body, tenantKey=request.business["tenantKey"]))

@route("POST", "/v1/contracts", status=201, body={"templateId!": identifier, "personId!": identifier, "sender!": {"email!": email, "name!": name},
    "suppressNotification": flag})
def create_contract(request):
    body, business = request.body, request.business
    template = find("templates", body["templateId"], business, "contract template")
    person = find("persons", body["personId"], business, "person")
    if template["personType"].upper() != person["type"]: raise rule("template_mismatch", f"the template is for a person of type {template['personType']}")
    if template["country"] != person["address"]["countryCode"]: raise rule("template_mismatch", f"the template is for the country {template['country']}")
    if person["status"] == "Former": raise rule("person_is_former", "a former person gets no contract")
    worker = f"{person['firstName']} {person['lastName']}"
    signatures = [{"id": new_id(), "emailAddress": mail, "name": signer, "order": place, "status": "unsigned", "signedAt": 0, "lastViewedAt": 0}
                  for place, (mail, signer) in enumerate(((body["sender"]["email"], body["sender"]["name"]), (person["email"], worker)))]
    contract = add("contracts", business, name=f"{template['name']} - {worker}", personId=person["id"],
                   templateId=template["id"], status="awaiting business signature",
                   subject=f"{business['businessName']} asks you to sign a contract", title=template["name"],
                   signatures=signatures, createdAt=stamp(), customContractAttached=False)
    emit(business, "contract.created", **contract_facts(contract))
    return public(contract)

def contract_facts(contract): return {key: contract[key] for key in ("id", "name", "personId", "templateId", "status")}

@route("GET", "/v1/contracts", who="any", query={"personId": identifier})
def list_contracts(request):
    wanted = request.query.get("personId")
    if request.user:
        if wanted not in (None, request.user["personId"]): raise forbidden()
        wanted = request.user["personId"]
    return {"data": [public(item) for item in every("contracts", request.business) if wanted in (None, item["personId"])]}

@route("GET", "/v1/contracts/{contractId}", who="any")
def read_contract(request):
    contract = request.item("contracts", "contract")
    request.own_person(contract["personId"])
    return public(contract)

@route("POST", "/control/contracts/{contractId}/sign")
def sign_contract(request):
    contract = request.item("contracts", "contract")
    waiting = [signature for signature in contract["signatures"] if signature["status"] == "unsigned"]
    if not waiting: raise conflict("contract_completed", "every signer has signed")
    waiting[0].update(status="signed", signedAt=stamp(), lastViewedAt=stamp())
    contract["status"] = "awaiting worker signature" if len(waiting) > 1 else "completed"
    business = core.business_of(contract)
    emit(business, "contract.signed", signatureId=waiting[0]["id"], order=waiting[0]["order"],
         emailAddress=waiting[0]["emailAddress"], signedAt=waiting[0]["signedAt"], **contract_facts(contract))
    emit(business, "contract.status.updated", **contract_facts(contract))
    return public(contract)

# ---------------------------------------------------------------- tax
# country: income tax allowance per period in US cents, lower rate, its ceiling in US cents, higher rate, pension, social,
# employer pension, employer social
TAX = {"NG": (20000, .07, 100000, .19, .08, .025, .10, .01), "US": (100000, .12, 600000, .22, .0, .0765, .0, .0765),
       "GB": (130000, .20, 500000, .40, .05, .08, .03, .138), "DE": (110000, .14, 550000, .42, .093, .107, .093, .107),
       "FR": (90000, .11, 300000, .30, .069, .15, .085, .30), "KE": (20000, .10, 60000, .30, .06, .0275, .06, .015),
       "CO": (90000, .19, 300000, .28, .04, .04, .12, .085), "CA": (110000, .15, 450000, .26, .0595, .0166, .0595, .0232)}

def calculate_pay(person, gross, code, extra=None):
    """Gross to net; contractors pay their own taxes. Answers amounts and a breakdown, all in the currency of the salary."""
    extra = extra or {}
    empty = {"gross": gross, "tax": 0, "pension": 0, "social": 0, "employer": [], "net": gross, "summary": []}
    if person["type"] == "CONTRACTOR":
        return {**empty, "summary": [{"name": "Contractor", "formula": "no deductions: net = gross", "amount": money(gross, code)}]}
    allowance, low, ceiling, high, pension_rate, social_rate, boss_pension, boss_social = TAX[person["address"]["countryCode"]]
    allowance, ceiling = convert(allowance, "USD", code), convert(ceiling, "USD", code)
    pension = min(extra.get("pensionContributions", round(gross * pension_rate)), gross)
    social = round(gross * social_rate)
    if extra.get("yearToDateSalary", 0) >= convert(20000000, "USD", code): social = 0      # the yearly ceiling of social contributions is reached
    taxable = max(gross - pension - allowance, 0)
    tax = round(min(taxable, ceiling) * low) + round(max(taxable - ceiling, 0) * high)
    tax = min(tax, max(gross - pension - social, 0))
    employer = [(label, round(gross * rate)) for label, rate in (("Employer pension", boss_pension), ("Employer social insurance", boss_social)) if rate]
    summary = [{"name": "Income tax", "formula": "(gross - pension - allowance) by brackets", "allowance": allowance, "taxable": taxable,
         "brackets": [{"upTo": ceiling, "rate": low}, {"above": ceiling, "rate": high}], "amount": money(tax, code)},
        {"name": "Pension", "formula": "gross x rate", "rate": pension_rate, "amount": money(pension, code)},
        {"name": "Social insurance", "formula": "gross x rate", "rate": social_rate, "amount": money(social, code)}]
    summary += [{"name": label, "formula": "gross x rate", "rate": rate, "amount": money(value, code)}
                for (label, value), rate in zip(employer, [r for r in (boss_pension, boss_social) if r])]
    return {"gross": gross, "tax": tax, "pension": pension, "social": social, "employer": employer,
            "net": gross - tax - pension - social, "summary": summary}

@route("POST", "/v1/tax/calculations", body={"personId!": identifier, "salary!": amount_of,
    "additionalAttributes": {"yearToDateSalary": whole(0, 10 ** 13), "pensionContributions": whole(0, 10 ** 13)}})
def tax_calculation(request):
    body = request.body
    person = find("persons", body["personId"], request.business, "person")
    code = body["salary"]["currency"]
    accept_salary(person["address"]["countryCode"], body)
    result = calculate_pay(person, body["salary"]["amount"], code, body.get("additionalAttributes"))
    lines = [("Income tax", result["tax"]), ("Pension", result["pension"]), ("Social insurance", result["social"])]
    return {"personId": person["id"], "grossAmount": body["salary"], "netAmount": money(result["net"], code),
            "deductions": [{"name": label, "amount": money(value, code)} for label, value in lines if value],
            "employerContributions": [{"name": label, "amount": money(value, code)} for label, value in result["employer"]], "summary": result["summary"]}

@route("GET", "/v1/tax/locations", who="any")
def locations(request):
    return {"countries": [{"name": facts[0], "code": code, "regions": [{"name": region, "code": short} for short, region in facts[5].items()]}
                          for code, facts in COUNTRIES.items()]}

@route("GET", "/v1/tax/required-fields", query={"country": core.country})
def required_fields(request):
    if "country" not in request.query: raise invalid(message="the query parameter country is required")
    insured = request.query["country"] in ("US", "DE", "FR", "CA")
    fields = [{"name": field, "required": required, "type": kind, **more, "description": description} for field, required, kind, more, description in (
        ("taxId", True, "string", {}, "Tax number; set with personalInfo"),
        ("socialSecurityId", insured, "string", {}, "Social security number; set with personalInfo"),
        ("maritalStatus", True, "string", {"enum": list(MARITAL)}, "Marital status; set with taxProfile"),
        ("numberOfDependents", True, "integer", {}, "Number of dependents; set with taxProfile"))]
    return {"country": request.query["country"], "fields": fields}
