"""Transactions, wallets, payrolls, beneficiaries, payouts, invoices and reimbursements."""
import csv, io, re
from datetime import datetime, timezone

import core
from core import (DB, RATES, add, address, amount_of, available, check_files, conflict, convert, day, email, emit, every,
                  find, fits, identifier, instant, invalid, later, missing, money, name, new_id, now, one_of, public, rule,
                  stamp, start_of, text, today, wallet, whole)
from people import calculate_pay
from routing import CURSOR, Reply, cursor_page, route

COMPLIANCE_SECONDS, SETTLE_SECONDS = 5, 30

# ---------------------------------------------------------------- transactions
def begin(business, kind, amount, reference, recipient, on_status=None, at_once=False, automatic=True, failure=None, **extra):
    """recipient: (id, type). on_status is told every new status. A failure message makes the automatic settlement fail."""
    tx = add("transactions", business, amount=amount, type=kind, reference=reference, recipientId=recipient[0],
             recipientType=recipient[1], status="initiated", isReturned=False, **extra, _on_status=on_status, _automatic=automatic, _failure=failure, _rfi=False)
    emit(business, "transaction.initiated", **facts(tx))
    if at_once: move(tx, "succeeded")
    else: check_soon(tx)
    return tx

def check_soon(tx): later(now() + COMPLIANCE_SECONDS, lambda: tx["status"] == "initiated" and not tx["_rfi"] and move(tx, "processing"))
def facts(tx): return {key: tx[key] for key in ("id", "amount", "type", "reference", "recipientId", "recipientType")}

def move(tx, status, message=None, returned=False):
    tx["status"], tx["lastUpdatedTimestamp"] = status, stamp()
    extra = {}
    if status == "failed":
        extra = {"message": message, "isReturned": returned}
        tx.update(extra)
    elif status == "succeeded": extra = {key: tx[key] for key in ("description", "paymentInfo") if key in tx and tx["type"] == "DEPOSIT"}
    emit(core.business_of(tx), f"transaction.{status}", **facts(tx), **extra)
    if tx["_on_status"]: tx["_on_status"]("returned" if returned else status)
    if status == "processing" and tx["_automatic"]: later(now() + SETTLE_SECONDS, lambda: tx["status"] == "processing" and settle(tx, tx["_failure"]))

def settle(tx, failure=None):
    """Through processing, which is announced once."""
    if tx["_rfi"]: raise conflict("information_requested", "the requested information is still missing")
    if tx["status"] not in ("initiated", "processing"): raise conflict("transaction_final", f"the transaction has {tx['status']} already")
    if failure: return move(tx, "failed", failure)
    if tx["status"] == "initiated": move(tx, "processing")
    move(tx, "succeeded")

@route("GET", "/v1/transactions", query=CURSOR)
@route("GET", "/v1/disbursements", query=CURSOR)
def list_transactions(request): return cursor_page(every("transactions", request.business), request.query)

route("GET", "/v1/transactions/{transactionId}")(lambda request: public(request.item("transactions", "transaction")))

@route("POST", "/control/transactions/{transactionId}/{action}", body={"message": text(1, 500), "actionRequired": text(1, 500)})
def control_transaction(request):
    tx, action = request.item("transactions", "transaction"), request.at["action"]
    if action == "settle": settle(tx)
    elif action == "fail":
        tx["_rfi"] = False
        settle(tx, request.body.get("message", "Rejected by the recipient bank"))
    elif action == "return":
        if tx["status"] != "succeeded" or tx["type"] not in ("PAYROLL", "PAYOUT"):
            raise conflict("not_returnable", "only a succeeded PAYROLL or PAYOUT transaction is returned by a recipient bank")
        move(tx, "failed", request.body.get("message", "Returned by the recipient bank"), returned=True)
    elif action in ("rfi-request", "rfi-provide"):
        asked = action == "rfi-request"
        if tx["status"] != "initiated" or tx["_rfi"] == asked:
            raise conflict("rfi_not_possible", "information can be requested in initiated only, and provided when requested")
        tx["_rfi"] = asked
        extra = {"actionRequired": request.body.get("actionRequired", "Upload the invoice for this payment")} if asked else {}
        tx["rfi"] = {"status": "RFI_REQUESTED" if asked else "RFI_PROVIDED", **extra}
        emit(core.business_of(tx), "transaction.rfi.updated", **facts(tx), **tx["rfi"])
        if not asked: check_soon(tx)
    else: raise missing("action")
    return public(tx)

# ---------------------------------------------------------------- wallets
route("GET", "/v1/wallets")(lambda request: {"data": [core.show_wallet(request.business, code) for code in sorted(request.business["wallets"])]})

def credit(business, amount, reference, **extra):
    def received(status):
        if status == "succeeded": top_up(business, amount["amount"], amount["currency"])
    return begin(business, "DEPOSIT", amount, reference, (business["id"], "BUSINESS"), received, at_once=True, **extra)

@route("POST", "/v1/sandbox/business-deposits", status=201, body={"value!": amount_of, "description!": text(1, 255)})
def deposit(request):
    """The description is wanted; test funds arrive at once."""
    return public(credit(request.business, request.body["value"], "DEP-" + new_id()[:8].upper(), description=request.body["description"]))

def reserve(business, amount, code):
    if amount > available(business, code):
        raise rule("insufficient_funds", f"the {code} wallet does not cover {amount} (available {available(business, code)})")
    wallet(business, code)["reserved"] += amount

def top_up(business, amount, code):
    wallet(business, code)["balance"] += amount
    fund_waiting(business)

def release(business, amount, code, spend):
    """Ends a reservation: the money leaves the wallet, or is free again (and may fund a payroll that waits)."""
    held = wallet(business, code)
    held["reserved"] -= amount
    if spend: held["balance"] -= amount
    else: fund_waiting(business)

# ---------------------------------------------------------------- payrolls
EVENT_STATUS = {"Saved": "saved", "Approved": "approved", "Scheduled": "scheduled", "Processing": "processing", "Completed": "completed"}
SEAT_FEE = 500      # US cents per person and payroll
TOTALS = ("debit", "gross", "net", "tax", "pension", "statutoryDeductions", "employerContributions")

def set_payroll(payroll, status):
    payroll["status"] = status
    if status in EVENT_STATUS: emit(core.business_of(payroll), "payroll.status.updated", id=payroll["payrollId"], status=EVENT_STATUS[status])

def show_payroll(payroll):
    hidden = ("id", "entries", "feeItems", "fee", "customData", "fxValidUntil", "fxRates", "reason", "invoiceId", "createdTimestamp", "lastUpdatedTimestamp")
    return {key: value for key, value in public(payroll).items() if key not in hidden}

def detail(payroll): return {key: value for key, value in public(payroll).items() if key != "id"}
def payroll_at(request): return request.item("payrolls", "payroll")

@route("POST", "/v1/payrolls", status=201, body={"workerType!": one_of("EMPLOYEE", "CONTRACTOR"), "type!": one_of("ONE-OFF", "REGULAR")})
def create_payroll(request):
    code = request.business["currency"]
    payroll = add("payrolls", request.business, payrollId="", **request.body, status="Draft", numPeople=0, payrollDate=None,
                  payPeriod=None, **{total: money(0, code) for total in TOTALS}, entries=[], feeItems=[], fee=money(0, code),
                  customData=None, fxValidUntil=None, fxRates={}, reason="", invoiceId=None)
    payroll["payrollId"] = payroll["id"]
    emit(request.business, "payroll.created", id=payroll["id"], workerType=payroll["workerType"], type=payroll["type"].replace("-", "_"))
    return detail(payroll)

@route("GET", "/v1/payrolls")       # a draft that was never saved is no payroll yet
def list_payrolls(request): return {"data": [show_payroll(payroll) for payroll in every("payrolls", request.business) if payroll["payrollDate"]]}

route("GET", "/v1/payrolls/{payrollId}")(lambda request: detail(payroll_at(request)))

@route("POST", "/v1/payrolls/{payrollId}/save", body={"payrollDate!": day(366, 366), "payPeriod!": {"fromDate!": day(800, 800), "toDate!": day(800, 800)},
    "entries!": [{"personId!": identifier, "salary!": amount_of}], "fxValidUntil": text(1, 40),
    "feeItems": [{"description!": text(2, 200), "amount!": amount_of}, "may be empty"], "customData": core.anything})
def save_payroll(request):
    payroll, body, business = payroll_at(request), request.body, request.business
    period, ids = body["payPeriod"], [entry["personId"] for entry in body["entries"]]
    if payroll["status"] not in ("Draft", "Saved"): raise conflict("payroll_not_editable", f"the payroll is {payroll['status']}")
    if period["fromDate"] > period["toDate"]: raise invalid({"payPeriod.toDate": "must not be before fromDate"})
    if "fxValidUntil" in body:
        try:
            if not now() < instant(body["fxValidUntil"]) <= now() + 31 * 86400: raise ValueError("must be in the coming 31 days")
        except ValueError as error: raise invalid({"fxValidUntil": str(error)}) from None
    if len(set(ids)) < len(ids): raise conflict("duplicate_person", "a person is given twice")
    for other in every("payrolls", business):
        if other is not payroll and other["status"] not in ("Draft", "Rejected", "Deleted"):
            if period["fromDate"] <= other["payPeriod"]["toDate"] and other["payPeriod"]["fromDate"] <= period["toDate"] \
                    and set(ids) & {entry["personId"] for entry in other["entries"]}:
                raise conflict("overlapping_pay_period", f"a person is paid for a part of this period by payroll {other['payrollId']}")
    entries, codes = [], {entry["salary"]["currency"] for entry in body["entries"]}
    # one currency: paid from the wallet of that currency; several: from the wallet of the currency of the business
    code = codes.pop() if len(codes) == 1 else business["currency"]
    sums = dict.fromkeys(TOTALS, 0)
    for entry in body["entries"]:
        person, own = find("persons", entry["personId"], business, "person"), entry["salary"]["currency"]
        if person["type"] != payroll["workerType"]: raise rule("worker_type_mismatch", f"{person['id']} is no {payroll['workerType']}")
        if person["status"] == "Former": raise rule("person_is_former", f"{person['id']} is a former person")
        if not fits(person["address"]["countryCode"], own): raise rule("currency_mismatch", f"{own} does not fit the country of {person['id']}")
        result = calculate_pay(person, entry["salary"]["amount"], own)
        line = {"gross": result["gross"], "tax": result["tax"], "pension": result["pension"], "statutoryDeductions": result["social"],
                "employerContributions": sum(value for _, value in result["employer"])}
        shares = {key: convert(value, own, code) for key, value in line.items()}
        shares["net"] = shares["gross"] - shares["tax"] - shares["pension"] - shares["statutoryDeductions"]
        for key, value in shares.items(): sums[key] += value
        entries.append({"personId": person["id"], "salary": entry["salary"], **{key: money(value, own) for key, value in line.items()},
                        "net": money(result["net"], own), "fundingNet": money(shares["net"], code), "transactionId": None})
    fee_items = body.get("feeItems", [])
    fee = convert(SEAT_FEE, "USD", code) * len(ids) + sum(convert(item["amount"]["amount"], item["amount"]["currency"], code) for item in fee_items)
    sums["debit"] = sums["gross"] + sums["employerContributions"] + fee
    payroll.update(payrollDate=body["payrollDate"], payPeriod=period, entries=entries, numPeople=len(ids), feeItems=fee_items,
                   fee=money(fee, code), customData=body.get("customData"), fxValidUntil=body.get("fxValidUntil"),
                   fxRates={f"{own}-{code}": round(RATES[code] / RATES[own], 8) for own in codes if own != code},
                   **{key: money(value, code) for key, value in sums.items()})
    set_payroll(payroll, "Saved")
    return detail(payroll)

@route("POST", "/v1/payrolls/{payrollId}/approve")
@route("POST", "/control/payrolls/{payrollId}/approve")
def approve_payroll(request):
    payroll = payroll_at(request) if request.business else request.item("payrolls", "payroll")
    if payroll["status"] != "Saved": raise conflict("payroll_not_saved", f"the payroll is {payroll['status']}")
    payroll_invoice(payroll)
    if payroll["payrollDate"] < today().isoformat():
        # a record of pay in the past: completes at once, no wallet and no transaction is touched
        DB["invoices"][payroll["invoiceId"]]["status"] = "paid"
        set_payroll(payroll, "Completed")
    else:
        set_payroll(payroll, "Approved")
        payroll["status"] = "Awaiting Funds"
        payroll["_approved"] = now()
        fund_waiting(core.business_of(payroll))
    return detail(payroll)

def fund_waiting(business):
    """First approved, first funded; a small one may pass a large one that is not covered."""
    for payroll in sorted((p for p in every("payrolls", business) if p["status"] == "Awaiting Funds"), key=lambda p: p["_approved"]):
        debit = payroll["debit"]
        if debit["amount"] <= available(business, debit["currency"]):
            wallet(business, debit["currency"])["reserved"] += debit["amount"]
            DB["invoices"][payroll["invoiceId"]].update(status="paid", lastUpdatedTimestamp=stamp())
            set_payroll(payroll, "Scheduled")
            later(max(start_of(payroll["payrollDate"]), now()), lambda payroll=payroll: process_payroll(payroll))

def process_payroll(payroll):
    business, code = core.business_of(payroll), payroll["debit"]["currency"]
    set_payroll(payroll, "Processing")
    if payroll["fee"]["amount"]:
        release(business, payroll["fee"]["amount"], code, spend=True)
        begin(business, "PAYROLL_FEE", payroll["fee"], payroll["payrollId"], (business["id"], "BUSINESS"), at_once=True)
    for entry in payroll["entries"]: disburse(payroll, entry)

def disburse(payroll, entry):
    def on_status(status):
        share = entry["fundingNet"]
        if status == "succeeded":
            release(business, share["amount"], share["currency"], spend=True)
            finish_payroll(payroll)
        elif status == "returned": top_up(business, share["amount"], share["currency"])
    business = core.business_of(payroll)
    # confirmed by the workers' banks only, that is by the control
    entry["transactionId"] = begin(business, "PAYROLL", entry["net"], payroll["payrollId"], (entry["personId"], payroll["workerType"]), on_status, automatic=False)["id"]

def finish_payroll(payroll):
    if payroll["status"] == "Processing" and all(DB["transactions"][e["transactionId"]]["status"] == "succeeded" for e in payroll["entries"]):
        rest = payroll["debit"]["amount"] - payroll["fee"]["amount"] - payroll["net"]["amount"]
        release(core.business_of(payroll), rest, payroll["debit"]["currency"], spend=True)     # taxes and contributions
        set_payroll(payroll, "Completed")

@route("POST", "/control/payrolls/{payrollId}/confirm")
def confirm_payroll(request):
    payroll = request.item("payrolls", "payroll")
    if payroll["status"] != "Processing": raise conflict("payroll_not_processing", f"the payroll is {payroll['status']}")
    for entry in payroll["entries"]:
        if DB["transactions"][entry["transactionId"]]["status"] == "failed": disburse(payroll, entry)       # a failed disbursement is tried again
        tx = DB["transactions"][entry["transactionId"]]
        if tx["status"] != "succeeded":
            tx["_rfi"] = False
            settle(tx)
    return detail(payroll)

@route("POST", "/v1/payrolls/{payrollId}/reject", body={"reason!": text(3, 500)})
def reject_payroll(request):
    payroll = payroll_at(request)
    if payroll["status"] not in ("Saved", "Awaiting Funds"): raise conflict("payroll_not_rejectable", f"the payroll is {payroll['status']}")
    close_payroll(payroll, "Rejected", request.body["reason"])
    return detail(payroll)

@route("DELETE", "/v1/payrolls/{payrollId}")
def delete_payroll(request):
    payroll = payroll_at(request)
    if payroll["status"] not in ("Draft", "Saved", "Awaiting Funds", "Rejected"):
        raise conflict("payroll_not_deletable", f"the payroll is {payroll['status']}")
    close_payroll(payroll, "Deleted", payroll["reason"])

def close_payroll(payroll, status, reason):
    payroll.update(status=status, reason=reason)
    if payroll["invoiceId"]: DB["invoices"][payroll["invoiceId"]].update(status="cancelled", lastUpdatedTimestamp=stamp())

def payslip(payroll, entry):
    return {"payrollId": payroll["payrollId"], "personId": entry["personId"], "payrollDate": payroll["payrollDate"], "payPeriod": payroll["payPeriod"],
            **{key: entry[key] for key in ("gross", "net", "tax", "pension", "statutoryDeductions", "employerContributions")}}

@route("GET", "/v1/payrolls/{payrollId}/payslips")
def payroll_payslips(request):
    payroll = payroll_at(request)
    if payroll["status"] != "Completed": raise missing("payslips")
    return {"data": [payslip(payroll, entry) for entry in payroll["entries"]]}

@route("GET", "/v1/persons/{personId}/payslips", who="any")
def person_payslips(request):
    person = request.person_at()
    return {"data": [payslip(payroll, entry) for payroll in every("payrolls", request.business) if payroll["status"] == "Completed"
                     for entry in payroll["entries"] if entry["personId"] == person["id"]]}

# ---------------------------------------------------------------- beneficiaries
BANK = {"accountName!": name, "accountNumber!": text(6, 34, r"[A-Za-z0-9]+"), "accountType": one_of("Checking", "Savings"),
        "bankCode!": text(3, 15, r"[A-Za-z0-9]+"), "bankName!": name, "branchName": text(0, 100), "address!": address, "email": email,
        "beneficiaryId": {"type!": text(2, 20), "value!": text(3, 40)}}

@route("POST", "/v1/beneficiaries", status=201, body={"name!": name, "email!": email, "countryCode!": core.country, "currency!": core.currency,
    "kyc!": {"firstName!": name, "lastName!": name, "dateOfBirth!": day(110 * 366, 0), "countryCode!": core.any_country,
             "idType!": one_of("PASSPORT", "NATIONAL_ID", "DRIVERS_LICENSE"), "idNumber!": text(4, 40), "idFileFront!": identifier,
             "idFileBack": identifier}, "paymentDetails!": {"preferredMethod!": one_of("bank"), "bank!": BANK}})
def create_beneficiary(request):
    body, business = request.body, request.business
    if not fits(body["countryCode"], body["currency"]):
        raise rule("currency_mismatch", f"{body['currency']} does not fit the country {body['countryCode']}")
    check_files(business, [body["kyc"]["idFileFront"], body["kyc"].get("idFileBack")])
    bank = body["paymentDetails"]["bank"]
    for other in every("beneficiaries", business):
        known = other["paymentDetails"]["bank"]
        if (known["accountNumber"], known["bankCode"]) == (bank["accountNumber"], bank["bankCode"]):
            raise conflict("duplicate_beneficiary", "a beneficiary with this bank account exists already")
    blank = {"accountType": "", "branchName": "", "email": "", "beneficiaryId": {"type": "", "value": ""}}
    item = add("beneficiaries", business, tenantKey=business["tenantKey"], businessId=business["id"], name=body["name"],
               countryCode=body["countryCode"], currency=body["currency"], kyc={"idFileBack": "", **body["kyc"]},
               paymentDetails={"preferredMethod": "bank", "bank": {**blank, **bank, "address": bank["address"]}}, _email=body["email"])
    return {"id": item["id"]}

route("GET", "/v1/beneficiaries", query=CURSOR)(lambda request: cursor_page(every("beneficiaries", request.business), request.query))

# ---------------------------------------------------------------- payouts
FAILURES = {"Fail Compliance": "Rejected by compliance", "Fail Account": "Invalid account number", "Fail Closed": "Account closed"}
PAYOUT_BODY = {"beneficiaryId!": identifier, "amount!": amount_of, "sourceCurrency!": core.currency}

def new_quote(business, body):
    """The recipient gets `amount`; the fee is 0.5 % of the source amount and one US dollar, in the source currency."""
    beneficiary = find("beneficiaries", body["beneficiaryId"], business, "beneficiary")
    if body["amount"]["currency"] != beneficiary["currency"]: raise rule("currency_mismatch", f"the beneficiary is paid in {beneficiary['currency']}")
    source, target = body["sourceCurrency"], body["amount"]["currency"]
    cost = max(convert(body["amount"]["amount"], target, source), 1)
    return add("quotes", business, beneficiaryId=beneficiary["id"], amount=body["amount"], sourceAmount=money(cost, source),
               feeAmount=money(round(cost * 0.005) + convert(100, "USD", source), source), fxRate=f"{RATES[target] / RATES[source]:.6f}",
               expiresTimestamp=stamp() + 900, _used=False)

route("POST", "/v1/payouts/quotes", status=201, body=PAYOUT_BODY)(lambda request: public(new_quote(request.business, request.body)))

@route("POST", "/v1/payouts", status=201, body={**PAYOUT_BODY, "reference!": text(3, 100), "quoteId": identifier})
def create_payout(request):
    body, business = request.body, request.business
    if any(other["reference"] == body["reference"] for other in every("payouts", business)):
        raise conflict("duplicate_reference", "a payout with this reference exists already")
    quote = find("quotes", body["quoteId"], business, "quote") if "quoteId" in body else new_quote(business, body)
    if quote["_used"] or quote["expiresTimestamp"] < now(): raise rule("quote_expired", "the quote is used or expired")
    if (quote["beneficiaryId"], quote["amount"], quote["sourceAmount"]["currency"]) != (body["beneficiaryId"], body["amount"], body["sourceCurrency"]):
        raise rule("quote_mismatch", "the quote was made for another payout")
    code, cost = body["sourceCurrency"], quote["sourceAmount"]["amount"]
    total = cost + quote["feeAmount"]["amount"]
    reserve(business, total, code)
    quote["_used"] = True
    payout = add("payouts", business, beneficiaryId=quote["beneficiaryId"], quoteId=quote["id"], reference=body["reference"],
                 amount=body["amount"], sourceAmount=quote["sourceAmount"], feeAmount=quote["feeAmount"], fxRate=quote["fxRate"], status="initiated")

    def on_status(status):
        payout.update(status="failed" if status == "returned" else status, lastUpdatedTimestamp=stamp())
        if status in ("succeeded", "failed"): release(business, total, code, spend=status == "succeeded")
        elif status == "returned": top_up(business, cost, code)      # the fee is not given back
    account = DB["beneficiaries"][quote["beneficiaryId"]]["paymentDetails"]["bank"]["accountName"]
    failure = next((message for word, message in FAILURES.items() if word.lower() == account.strip().lower()), None)
    payout["transactionId"] = begin(business, "PAYOUT", body["amount"], body["reference"], (business["id"], "BUSINESS"), on_status, failure=failure)["id"]
    return show_payout(payout)

def show_payout(payout): return {**public(payout), "failureMessage": DB["transactions"].get(payout.get("transactionId"), {}).get("message", "")}

def moment(end_of_day):
    def check(value):
        try:
            if re.fullmatch(r"\d{4}-\d\d-\d\d", value): return start_of(value) + (86399.999 if end_of_day else 0)
            given = datetime.fromisoformat(value)
            return (given if given.tzinfo else given.replace(tzinfo=timezone.utc)).timestamp()
        except (ValueError, OverflowError): raise ValueError("must be an ISO 8601 date or date-time") from None
    return check

@route("GET", "/v1/payouts", query={**CURSOR, "reference": str, "status": one_of("initiated", "processing", "succeeded", "failed"),
                                    "startDate": moment(False), "endDate": moment(True), "sort": one_of("asc", "desc"), "format": one_of("json", "csv")})
def list_payouts(request):
    query = request.query
    start, end = query.get("startDate"), query.get("endDate")
    if start is not None and end is not None and start > end: raise invalid(message="startDate is after endDate")
    found = [payout for payout in every("payouts", request.business)
             if (start is None or payout["_at"] >= start) and (end is None or payout["createdTimestamp"] <= end)
             and query.get("reference") in (None, payout["reference"]) and query.get("status") in (None, payout["status"])]
    if query.get("format") != "csv": return cursor_page(found, query, show_payout)
    if start is None or end is None: raise invalid(message="format csv requires startDate and endDate")
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow("id beneficiaryId quoteId reference amount currency sourceAmount sourceCurrency feeAmount feeCurrency fxRate status "
                   "createdTimestamp lastUpdatedTimestamp".split())
    for p in sorted(found, key=lambda payout: payout["_order"], reverse=query.get("sort", "desc") == "desc"):
        table.writerow([p["id"], p["beneficiaryId"], p["quoteId"], p["reference"], *p["amount"].values(), *p["sourceAmount"].values(),
                        *p["feeAmount"].values(), p["fxRate"], p["status"], p["createdTimestamp"], p["lastUpdatedTimestamp"]])
    return Reply(200, out.getvalue().encode(), "text/csv; charset=utf-8", {"Content-Disposition": 'attachment; filename="payouts.csv"'})

route("GET", "/v1/payouts/{payoutId}")(lambda request: show_payout(request.item("payouts", "payout")))

# ---------------------------------------------------------------- invoices
def party(label, place, mail, number):
    return {"name": label, "address": ", ".join(place[key] for key in ("line1", "line2", "city", "state", "postalCode", "countryCode") if place.get(key)),
            "email": mail, "phoneNumber": number}

def bill(business): return party(business["businessName"], business["address"], business["adminEmail"], business["adminPhoneNumber"])

def add_invoice(business, items, sender, code, **fields):
    total = money(sum(item["total"]["amount"] for item in items), code)
    return add("invoices", business, status="pending", invoiceNumber=fields.pop("invoiceNumber", None) or f"INV-{len(DB['invoices']) + 1:06d}",
               **{"from": sender}, billTo=bill(business), items=items, subtotal=total, total=total, baseCurrency=code, **fields)

def payroll_invoice(payroll):
    business, code, items = core.business_of(payroll), payroll["debit"]["currency"], []
    def line(description, category, amount, **extra):
        items.append({**extra, "description": description, "category": category, "amount": money(amount, code), "quantity": 1, "total": money(amount, code)})
    for entry in payroll["entries"]:
        own = entry["net"]["currency"]
        line("Net pay", "NET_PAYROLL", entry["fundingNet"]["amount"], personId=entry["personId"],
             **({"originalAmount": entry["net"], "fxRate": payroll["fxRates"][f"{own}-{code}"]} if own != code else {}))
    rest = payroll["debit"]["amount"] - payroll["fee"]["amount"] - payroll["net"]["amount"]
    if rest: line("Taxes and contributions", "STATUTORY_PAYMENTS", rest)
    line("Fees", "CONTRACTOR_FEE" if payroll["workerType"] == "CONTRACTOR" else "PAYMENT_PROCESSING_FEE", payroll["fee"]["amount"])
    service = party("Workforce Payroll Service", {"line1": "500 Market Street", "city": "San Francisco", "state": "CA", "postalCode": "94105",
                    "countryCode": "US"}, "billing@payroll.example.com", {"countryCode": "US", "number": "4155550199"})
    invoice = add_invoice(business, items, service, code, date=today().isoformat(), dueDate=max(payroll["payrollDate"], today().isoformat()),
                          purpose=f"Payroll {payroll['payrollId']}", notes="", source="PAYROLL", fxRates=payroll["fxRates"])
    payroll["invoiceId"] = invoice["id"]

@route("POST", "/v1/invoices", who="any", status=201, body={
    "personId!": identifier, "invoiceNumber": text(1, 50), "dueDate!": day(0, 366), "purpose!": text(3, 500), "notes": text(0, 2000),
    "items!": [{"description!": text(2, 500), "amount!": amount_of, "quantity!": whole(1, 10000)}]})
def submit_invoice(request):
    """A contractor submits an invoice: with the contractor's user token, or in the contractor's name with a business token."""
    body, business = request.body, request.business
    person = request.own_person(body["personId"])
    if person["type"] != "CONTRACTOR": raise rule("not_a_contractor", "only contractors submit invoices")
    codes = {item["amount"]["currency"] for item in body["items"]}
    if len(codes) > 1 or not fits(person["address"]["countryCode"], min(codes)):
        raise rule("currency_mismatch", "all items need one currency that fits the country of the contractor")
    if any(i["invoiceNumber"] == body.get("invoiceNumber") for i in every("invoices", business)):
        raise conflict("duplicate_invoice_number", "an invoice with this number exists already")
    code = codes.pop()
    items = [{"personId": person["id"], "description": item["description"], "category": "CONTRACTOR_FEE", "amount": item["amount"],
              "quantity": item["quantity"], "total": money(item["amount"]["amount"] * item["quantity"], code)} for item in body["items"]]
    invoice = add_invoice(business, items, party(person["firstName"] + " " + person["lastName"], person["address"], person["email"], person["phoneNumber"]),
                          code, invoiceNumber=body.get("invoiceNumber"), date=today().isoformat(), dueDate=body["dueDate"], purpose=body["purpose"],
                          notes=body.get("notes", ""), source="CONTRACTOR_SUBMITTED", fxRates={}, reviewStatus="awaiting_review", _person=person["id"])
    later(start_of(body["dueDate"], 1), lambda: invoice["status"] == "pending" and invoice.update(status="overdue", lastUpdatedTimestamp=stamp()))
    invoice_event(invoice, "submitted")
    return public(invoice)

def invoice_event(invoice, step, **extra):
    emit(core.business_of(invoice), f"invoice.contractor.{step}", personId=invoice["_person"], **extra,
         **{key: invoice[key] for key in ("id", "invoiceNumber", "status", "reviewStatus", "total", "dueDate", "source")})

route("GET", "/v1/invoices")(lambda request: {"data": [public(invoice) for invoice in every("invoices", request.business)]})

@route("GET", "/v1/invoices/{invoiceId}", who="any")
def read_invoice(request):
    invoice = request.item("invoices", "invoice")
    if request.user: request.own_person(invoice.get("_person", ""))
    return public(invoice)

REVIEW = {"action!": one_of("approve", "reject"), "reason": text(3, 500)}

def check_review(body):
    if (body["action"] == "reject") != ("reason" in body): raise invalid({"reason": "goes with a rejection, and only with it"})

@route("POST", "/v1/invoices/{invoiceId}/review", body=REVIEW)
def review_invoice(request):
    """An approved invoice stays pending until it is paid; a rejected one is cancelled."""
    check_review(request.body)
    invoice = request.item("invoices", "invoice")
    if invoice["source"] != "CONTRACTOR_SUBMITTED": raise rule("not_contractor_submitted", "only contractor-submitted invoices are reviewed")
    if invoice["reviewStatus"] != "awaiting_review": raise conflict("already_reviewed", f"the invoice was {invoice['reviewStatus']}")
    approved = request.body["action"] == "approve"
    invoice.update(reviewStatus="approved" if approved else "rejected", status=invoice["status"] if approved else "cancelled", lastUpdatedTimestamp=stamp())
    invoice_event(invoice, invoice["reviewStatus"], **({} if approved else {"reason": request.body["reason"]}))
    return public(invoice)

@route("POST", "/control/invoices/{invoiceId}/pay")
def pay_invoice(request):
    invoice = request.item("invoices", "invoice")
    if invoice["status"] not in ("pending", "overdue") or invoice.get("reviewStatus", "approved") != "approved":
        raise conflict("invoice_not_payable", "only an approved, unpaid invoice can be paid")
    invoice.update(status="paid", lastUpdatedTimestamp=stamp())
    if invoice["source"] == "CONTRACTOR_SUBMITTED": invoice_event(invoice, "paid")
    return public(invoice)

# ---------------------------------------------------------------- reimbursements
@route("POST", "/v1/reimbursements", who="any", status=201, body={
    "personId!": identifier, "amount!": amount_of, "sourceCurrency!": core.currency, "description!": text(3, 500),
    "category!": one_of("TRAVEL", "MEALS", "EQUIPMENT", "OTHER"), "expenseDate!": day(366, 0), "receiptFileId": identifier})
def create_reimbursement(request):
    body, business = request.body, request.business
    person = request.own_person(body["personId"])
    if not fits(person["address"]["countryCode"], body["amount"]["currency"]):
        raise rule("currency_mismatch", "the currency does not fit the country of the person")
    check_files(business, [body.get("receiptFileId")])
    cost = max(convert(body["amount"]["amount"], body["amount"]["currency"], body["sourceCurrency"]), 1)
    item = add("reimbursements", business, **{"receiptFileId": "", **body}, sourceAmount=money(cost, body["sourceCurrency"]), status="submitted",
               reason="")
    reimbursement_event(item, "submitted")
    return public(item)

def reimbursement_event(item, step, **extra):
    item.update(status=step, lastUpdatedTimestamp=stamp())
    emit(core.business_of(item), f"reimbursement.{step}", **extra,
         **{key: item[key] for key in ("id", "personId", "amount", "sourceAmount", "status", "description")})

route("GET", "/v1/reimbursements")(lambda request: {"data": [public(item) for item in every("reimbursements", request.business)]})

@route("GET", "/v1/reimbursements/{reimbursementId}", who="any")
def read_reimbursement(request):
    item = request.item("reimbursements", "reimbursement")
    request.own_person(item["personId"])
    return public(item)

@route("POST", "/v1/reimbursements/{reimbursementId}/review", body=REVIEW)
def review_reimbursement(request):
    check_review(request.body)
    business = request.business
    item = request.item("reimbursements", "reimbursement")
    if item["status"] != "submitted": raise conflict("already_reviewed", f"the reimbursement is {item['status']}")
    if request.body["action"] == "reject":
        item["reason"] = request.body["reason"]
        reimbursement_event(item, "rejected", reason=item["reason"])
        return public(item)
    cost, code = item["sourceAmount"]["amount"], item["sourceCurrency"]
    reserve(business, cost, code)
    reimbursement_event(item, "approved")

    def on_status(status):
        if status in ("succeeded", "failed"):
            release(business, cost, code, spend=status == "succeeded")
            if status == "succeeded": reimbursement_event(item, "paid")
        elif status == "returned": top_up(business, cost, code)
        if status in ("failed", "returned"): item.update(status="failed", lastUpdatedTimestamp=stamp())
    person = DB["persons"][item["personId"]]
    begin(business, "PAYOUT", item["amount"], item["id"], (person["id"], person["type"]), on_status)
    return public(item)
