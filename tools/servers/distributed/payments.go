package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Wallets, transactions, deposits, beneficiaries and payouts. All amounts are in the minor unit of the currency.

func addPaymentRoutes() {
	on("GET /v1/wallets", keyOnly, func(c *call) any {
		return c.cursorPage(replicaRows("wallets", c.biz), func(w M) M { return public(w) })
	})
	on("GET /v1/disbursements", keyOnly, func(c *call) any {
		rows := matching(matching(matching(replicaRows("transactions", c.biz), c, "type"), c, "reference"), c, "status")
		return c.cursorPage(rows, func(t M) M { return public(t) })
	})
	on("GET /v1/transactions/{transactionId}", keyOnly, func(c *call) any { return public(c.stored("transactions", "transactionId")) })
	on("POST /v1/sandbox/business-deposits", keyOnly, sandboxDeposit)
	on("POST /v1/beneficiaries", keyOnly, createBeneficiary)
	on("GET /v1/beneficiaries", keyOnly, func(c *call) any {
		return c.cursorPage(replicaRows("beneficiaries", c.biz), func(b M) M { return public(b) })
	})
	on("GET /v1/beneficiaries/{beneficiaryId}", keyOnly, func(c *call) any { return public(c.stored("beneficiaries", "beneficiaryId")) })
	on("POST /v1/payout-quotes", keyOnly, createQuote)
	on("GET /v1/payout-quotes/{quoteId}", keyOnly, func(c *call) any { return public(c.stored("quotes", "quoteId")) })
	on("POST /v1/payout-quotes/{quoteId}/payout", keyOnly, createPayout)
	on("GET /v1/payouts", keyOnly, listPayouts)
	on("GET /v1/payouts/{payoutId}", keyOnly, func(c *call) any { return public(c.stored("payouts", "payoutId")) })
}

var dollars = map[string]float64{"USD": 1, "EUR": 1.08, "GBP": 1.27, "NGN": 0.00065, "CAD": 0.73, "COP": 0.00025, "KES": 0.0077, "INR": 0.012}

func fxRate(from, to string) float64 {
	if from == to || dollars[from] == 0 || dollars[to] == 0 { return 1 }
	return dollars[from] / dollars[to]
}

func convert(m M, to string) int64 { return int64(float64(number(m["amount"]))*fxRate(text(m, "currency"), to) + 0.5) }

// walletOf finds or opens the wallet of a business in a currency.
func walletOf(biz, currency string) M {
	for _, w := range tableOf("wallets").rows { if w["_biz"] == biz && w["currency"] == currency { return w } }
	id := newID()
	w := M{"_id": id, "_biz": biz, "id": id, "currency": currency, "availableBalance": money(0, currency)}
	insert("wallets", w)
	return w
}

func balance(biz, currency string) int64 { return number(object(walletOf(biz, currency), "availableBalance")["amount"]) }

// book changes a balance; money that arrives also wakes what waits for funds.
func book(biz, currency string, change int64) {
	w := walletOf(biz, currency)
	w["availableBalance"] = money(balance(biz, currency)+change, currency)
	touch("wallets", w)
	if change > 0 { later(biz, func() { retryFunding(biz) }) }
}

// Transactions. passChecks and settlement follow by themselves where noted; the rest is moved by test controls.
// "_auto" settles without a control, "_instant" skips processing, "_hold" waits for manual compliance review.
func startTransaction(biz string, t M, then func()) M {
	id := newID()
	t["id"], t["status"], t["isReturned"] = id, "initiated", false
	t["createdTimestamp"], t["lastUpdatedTimestamp"] = unixNow(), unixNow()
	if tableOf("businesses").rows[biz]["_manualReview"] == true { t["_hold"] = true }
	create("transactions", biz, id, t, func() {
		if then != nil { then() }
		emit(biz, "transaction.initiated", transactionData(t))
		later(biz, func() { passChecks(t) })
	})
	return t
}

func transactionData(t M) M { return pick(t, "id", "amount", "type", "reference", "recipientId", "recipientType") }

func moveTransaction(t M, status, event string, extra M) {
	t["status"], t["lastUpdatedTimestamp"] = status, unixNow()
	touch("transactions", t)
	data := transactionData(t)
	for k, v := range extra { data[k] = v }
	emit(text(t, "_biz"), event, data)
}

func passChecks(t M) {
	switch {
	case t["status"] != "initiated" || t["_hold"] == true || t["rfiStatus"] == "RFI_REQUESTED": return
	case t["_instant"] == true:
		settle(t)
		return
	}
	moveTransaction(t, "processing", "transaction.processing", nil)
	biz := text(t, "_biz")
	if p := object(t, "_payout"); p != nil { movePayout(p, "processing", "") }
	if message := text(t, "_failure"); message != "" {
		later(biz, func() { failTransaction(t, message) })
	} else if t["_auto"] == true { later(biz, func() { settle(t) }) }
}

func settle(t M) {
	if text(t, "_failure") != "" || t["status"] != "processing" && !(t["status"] == "initiated" && t["_instant"] == true) { return }
	biz := text(t, "_biz")
	extra := M{}
	if t["type"] == "DEPOSIT" {
		extra = pick(t, "description", "paymentInfo")
		book(biz, text(object(t, "amount"), "currency"), number(object(t, "amount")["amount"]))
	}
	moveTransaction(t, "succeeded", "transaction.succeeded", extra)
	if p := object(t, "_payout"); p != nil { movePayout(p, "succeeded", "") }
	if r := object(t, "_reimbursement"); r != nil {
		r["status"] = "PAID"
		touch("reimbursements", r)
		emit(biz, "reimbursement.paid", reimbursementData(r))
	}
	if p := object(t, "_payroll"); p != nil { finishPayroll(p) }
}

// failTransaction fails one on its way, or returns one that had succeeded; what was debited goes back.
func failTransaction(t M, message string) {
	biz, returned := text(t, "_biz"), t["status"] == "succeeded"
	if t["status"] == "failed" { return }
	t["message"], t["isReturned"] = message, returned
	extra := M{"message": message}
	if returned { extra["isReturned"] = true }
	if refund := object(t, "_debited"); refund != nil {
		book(biz, text(refund, "currency"), number(refund["amount"]))
	} else if returned && t["type"] == "DEPOSIT" {
		book(biz, text(object(t, "amount"), "currency"), -number(object(t, "amount")["amount"]))
	}
	moveTransaction(t, "failed", "transaction.failed", extra)
	if p := object(t, "_payout"); p != nil { movePayout(p, "failed", message) }
}

func deposit(biz string, amount M, description string, sender M) M {
	t := M{"amount": amount, "type": "DEPOSIT", "reference": "DEP-" + strings.ToUpper(newID()[:8]), "recipientId": biz,
		"recipientType": "BUSINESS", "_auto": true}
	if description != "" { t["description"] = description }
	if sender != nil { t["paymentInfo"] = sender }
	return startTransaction(biz, t, nil)
}

func sandboxDeposit(c *call) any {
	in := c.input()
	value, description := in.money("value", true), in.text("description", false)
	in.check()
	t := deposit(c.biz, value, description, nil)
	return c.accepted("/v1/transactions/"+text(t, "id"), "DEPOSIT_ACCEPTED")
}

// Beneficiaries. Bank account names that force a payout to fail, and the message it fails with.
var failingAccounts = map[string]string{"SIMULATE COMPLIANCE REJECTION": "Rejected by compliance",
	"SIMULATE CLOSED ACCOUNT": "Beneficiary account is closed", "SIMULATE INVALID DETAILS": "Beneficiary details are invalid"}

// strictly reads the named string fields of an object; those after "|" are optional and stored empty when absent.
func strictly(in *input, fields string) M {
	out := M{}
	required, optional, _ := strings.Cut(fields, "|")
	for _, f := range strings.Fields(required) { out[f] = in.text(f, true) }
	for _, f := range strings.Fields(optional) { out[f] = in.text(f, false) }
	return out
}

func createBeneficiary(c *call) any {
	in, id := c.input(), newID()
	kyc, details := in.object("kyc", false), in.object("paymentDetails", true)
	bank := details.object("bank", true)
	account := strictly(bank, "accountName accountNumber | accountType bankCode bankName branchName")
	account["email"], account["address"] = bank.email("email", false), bank.address("address", false)
	account["beneficiaryId"] = strictly(bank.object("beneficiaryId", false), "| type value")
	person := strictly(kyc, "| firstName lastName idType idNumber idFileFront idFileBack")
	person["dateOfBirth"], person["countryCode"] = kyc.date("dateOfBirth", false), kyc.country("countryCode", false)
	b := M{"id": id, "tenantKey": c.business()["tenantKey"], "businessId": c.biz, "name": in.text("name", true),
		"email": in.email("email", false), "countryCode": in.country("countryCode", true), "currency": in.currency("currency", true),
		"paymentDetails": M{"preferredMethod": details.oneOf("preferredMethod", true, "bank"), "bank": account}, "kyc": person,
		"createdTimestamp": unixNow(), "lastUpdatedTimestamp": unixNow()}
	in.check()
	create("beneficiaries", c.biz, id, b, nil)
	c.status = 201
	return M{"id": id}
}

// A payout takes two requests: a quote, then the payout of the quote. A quote is good for 30 minutes and one payout.
func createQuote(c *call) any {
	in, id := c.input(), newID()
	beneficiary, amount := c.referred(in, "beneficiaryId", "beneficiaries", true), in.money("amount", true)
	source := in.currency("sourceCurrency", false)
	in.check()
	if source == "" { source = text(amount, "currency") }
	q := M{"id": id, "beneficiaryId": beneficiary["id"], "amount": amount, "sourceAmount": money(convert(amount, source), source),
		"feeAmount": money(100, source), "fxRate": fmt.Sprintf("%.6f", fxRate(source, text(amount, "currency"))),
		"status": "QUOTE_OPEN", "validUntil": now().Add(30 * time.Minute).Unix()}
	create("quotes", c.biz, id, q, nil)
	return c.created("/v1/payout-quotes/" + id)
}

func createPayout(c *call) any {
	q, in, id := c.target("quotes", "quoteId"), c.input(), newID()
	reference := in.text("reference", false)
	in.check()
	if q["_used"] == true {
		conflict("the quote was used already")
	} else if number(q["validUntil"]) <= unixNow() { conflict("the quote has expired") }
	q["_used"] = true
	p := pick(q, "beneficiaryId", "amount", "sourceAmount", "feeAmount", "fxRate")
	p["id"], p["quoteId"], p["reference"], p["status"], p["failureMessage"] = id, q["id"], reference, "initiated", ""
	p["createdTimestamp"], p["lastUpdatedTimestamp"] = unixNow(), unixNow()
	biz := c.biz
	create("payouts", biz, id, p, func() {
		q["status"] = "QUOTE_USED"
		bank := object(object(tableOf("beneficiaries").find(text(p, "beneficiaryId")), "paymentDetails"), "bank")
		currency := text(object(p, "sourceAmount"), "currency")
		cost := number(object(p, "sourceAmount")["amount"]) + number(object(p, "feeAmount")["amount"])
		t := M{"amount": p["amount"], "type": "PAYOUT", "reference": reference, "recipientId": biz, "recipientType": "BUSINESS",
			"_payout": p, "_failure": failingAccounts[text(bank, "accountName")]}
		if balance(biz, currency) < cost { // accepted, but the transaction will fail
			t["_failure"] = "Insufficient wallet balance"
		} else { t["_debited"] = money(cost, currency); book(biz, currency, -cost) }
		startTransaction(biz, t, nil)
		p["transactionId"] = t["id"]
	})
	return c.accepted("/v1/payouts/"+id, "")
}

func movePayout(p M, status, message string) {
	p["status"], p["failureMessage"], p["lastUpdatedTimestamp"] = status, message, unixNow()
	touch("payouts", p)
}

// dayOrMoment reads an ISO 8601 date or date-time; a date stands for its first second, or its last with endOfDay.
func dayOrMoment(c *call, name string, endOfDay bool) int64 {
	value := c.query(name)
	if t, err := time.Parse(time.RFC3339, value); err == nil { return t.Unix() }
	if !isDate(value) { badQuery(name, "must be an ISO 8601 date or date-time") }
	if endOfDay { return dayStart(value, 1).Unix() - 1 }
	return dayStart(value, 0).Unix()
}

func listPayouts(c *call) any {
	status := c.choiceQuery("payoutStatus", "initiated", "processing", "succeeded", "failed")
	order := c.choiceQuery("sortOrder", "asc", "desc")
	asCSV := c.choiceQuery("responseFormat", "json", "csv") == "csv"
	query := c.r.URL.Query()
	for _, name := range []string{"startDate", "endDate"} {
		if asCSV && !query.Has(name) { badQuery(name, "is required for the CSV export") }
	}
	rows := slices.DeleteFunc(slices.Clone(replicaRows("payouts", c.biz)), func(p M) bool {
		return status != "" && p["status"] != status ||
			query.Has("clientReference") && p["reference"] != c.query("clientReference") ||
			query.Has("startDate") && number(p["createdTimestamp"]) < dayOrMoment(c, "startDate", false) ||
			query.Has("endDate") && number(p["createdTimestamp"]) > dayOrMoment(c, "endDate", true)
	})
	for _, name := range []string{"startDate", "endDate"} { // also wrong when there is nothing to filter
		if query.Has(name) { dayOrMoment(c, name, false) }
	}
	if order != "asc" { // newest first unless asked otherwise
		slices.Reverse(rows)
	}
	if !asCSV { return c.cursorPage(rows, func(p M) M { return public(p) }) }
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write([]string{"id", "beneficiaryId", "quoteId", "reference", "amount", "currency", "sourceAmount", "sourceCurrency",
		"feeAmount", "feeCurrency", "fxRate", "status", "createdTimestamp", "lastUpdatedTimestamp"})
	for _, p := range rows {
		line := []string{text(p, "id"), text(p, "beneficiaryId"), text(p, "quoteId"), text(p, "reference")}
		for _, f := range []string{"amount", "sourceAmount", "feeAmount"} {
			line = append(line, fmt.Sprint(object(p, f)["amount"]), text(object(p, f), "currency"))
		}
		w.Write(append(line, text(p, "fxRate"), text(p, "status"), fmt.Sprint(p["createdTimestamp"]), fmt.Sprint(p["lastUpdatedTimestamp"])))
	}
	w.Flush()
	c.header.Set("Content-Type", "text/csv; charset=utf-8")
	c.header.Set("Content-Disposition", `attachment; filename="payouts.csv"`)
	c.plain = out.Bytes()
	return nil
}
