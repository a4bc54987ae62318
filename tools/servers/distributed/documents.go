package main

import (
	"strings"
)

// Contracts and templates, invoices with reviews, reimbursements.

func addDocumentRoutes() {
	on("POST /v1/contracts", keyOnly, createContract)
	on("GET /v1/contracts", keyOnly, func(c *call) any {
		data := []M{}
		for _, k := range matching(replicaRows("contracts", c.biz), c, "personId") { data = append(data, public(k, "subject", "title")) }
		return M{"data": data}
	})
	on("GET /v1/contracts/{contractId}", keyOnly, func(c *call) any { return public(c.stored("contracts", "contractId")) })
	on("GET /v1/contract-templates", keyOnly, func(c *call) any {
		data := []M{}
		for _, t := range replicaRows("templates", c.biz) { data = append(data, public(t)) }
		return M{"data": data}
	})
	on("POST /v1/invoice-drafts", userToo, draftInvoice)
	on("POST /v1/invoice-drafts/{draftId}/submit", userToo, submitInvoice)
	on("GET /v1/invoices", keyOnly, func(c *call) any {
		return c.cursorPage(matching(replicaRows("invoices", c.biz), c, "source"), func(i M) M { return public(i) })
	})
	on("GET /v1/invoices/{invoiceId}", userToo, func(c *call) any {
		invoice := c.stored("invoices", "invoiceId")
		c.onlyOwn(text(invoice, "_person"))
		return public(invoice)
	})
	on("POST /v1/invoices/{invoiceId}/review", keyOnly, reviewInvoice)
	on("POST /v1/reimbursements", userToo, createReimbursement)
	on("GET /v1/reimbursements", keyOnly, func(c *call) any {
		return c.cursorPage(replicaRows("reimbursements", c.biz), func(r M) M { return public(r) })
	})
	on("GET /v1/reimbursements/{reimbursementId}", userToo, func(c *call) any {
		r := c.stored("reimbursements", "reimbursementId")
		c.onlyOwn(text(r, "personId"))
		return public(r)
	})
	on("POST /v1/reimbursements/{reimbursementId}/review", keyOnly, reviewReimbursement)
}

// templateFor makes the standard template that every business gets for each kind of worker.
func templateFor(b M, personType string) M {
	id := newID()
	return M{"_id": id, "_biz": b["_id"], "id": id, "createdTimestamp": unixNow(), "lastUpdatedTimestamp": unixNow(),
		"personType": personType, "type": "regular", "country": b["country"], "name": "Standard " + personType + " contract",
		"templateString": "Agreement between {{business}} and {{worker}}.", "tenantKey": b["tenantKey"],
		"templateVariables": []M{{"name": "worker", "label": "Worker", "ref": "person.fullName", "type": "text", "description": "Full name of the worker", "isRequired": true}}}
}

func createContract(c *call) any {
	in, id := c.input(), newID()
	template, person := c.referred(in, "templateId", "templates", true), c.referred(in, "personId", "persons", true)
	sender := in.object("sender", true)
	email, name := sender.email("email", true), sender.text("name", true)
	in.flag("suppressNotification")
	in.check()
	worker := text(person, "firstName") + " " + text(person, "lastName")
	signature := func(order int, email any, name string) M {
		return M{"id": newID(), "emailAddress": email, "name": name, "order": order, "status": "unsigned", "signedAt": 0, "lastViewedAt": 0}
	}
	k := M{"id": id, "name": text(template, "name") + " - " + worker, "personId": person["id"], "templateId": template["id"],
		"status": "awaiting business signature", "subject": "Please sign your contract", "title": template["name"],
		"signatures": []M{signature(0, email, name), signature(1, person["email"], worker)}, "createdAt": unixNow(), "customContractAttached": false}
	create("contracts", c.biz, id, k, func() { emit(text(k, "_biz"), "contract.created", pick(k, "id", "personId", "templateId", "status")) })
	c.status = 201
	return public(k, "createdAt", "customContractAttached")
}

// signNext is the control by which the next signer signs.
func signNext(k M) {
	for i, s := range k["signatures"].([]M) {
		if s["status"] != "unsigned" { continue }
		s["status"], s["signedAt"], s["lastViewedAt"] = "signed", unixNow(), unixNow()
		k["status"] = "AWAITING_WORKER_SIGNATURE"
		if i == 1 { k["status"] = "completed" }
		touch("contracts", k)
		emit(text(k, "_biz"), "contract.signed", M{"id": k["id"], "personId": k["personId"], "signatureId": s["id"], "order": i})
		emit(text(k, "_biz"), "contract.status.updated", pick(k, "id", "personId", "status"))
		return
	}
}

// newInvoice adds up the items; all amounts are in the base currency.
func newInvoice(biz, id, number, due, source string, from, to M, items []M, currency string) M {
	total := int64(0)
	for _, item := range items { total += amountOf(item, "total") }
	return M{"id": id, "status": "pending", "invoiceNumber": number, "date": today(), "dueDate": due, "from": from, "billTo": to, "items": items,
		"subtotal": money(total, currency), "total": money(total, currency), "baseCurrency": currency, "fxRates": M{}, "purpose": "", "notes": "",
		"source": source, "reviewStatus": nil, "createdTimestamp": unixNow(), "lastUpdatedTimestamp": unixNow()}
}

func amountOf(row M, field string) int64 { return number(object(row, field)["amount"]) }

func party(name string, row M, email, phone string) M {
	a, parts := object(row, "address"), []string{}
	for _, f := range []string{"line1", "line2", "city", "state", "postalCode", "countryCode"} {
		if s := text(a, f); s != "" { parts = append(parts, s) }
	}
	p := M{"name": name, "address": strings.Join(parts, ", "), "email": row[email], "phoneNumber": row[phone]}
	if p["email"] == nil { p["email"] = "" }
	if p["phoneNumber"] == nil { p["phoneNumber"] = M{"countryCode": "", "number": ""} }
	return p
}

func billTo(biz string) M {
	b := tableOf("businesses").rows[biz]
	return party(text(b, "businessName"), b, "adminEmail", "adminPhoneNumber")
}

// payrollInvoice documents what was collected for a payroll; it is paid from the beginning.
func payrollInvoice(p M) string {
	biz, id, currency := text(p, "_biz"), newID(), text(object(p, "debit"), "currency")
	items, rates := []M{}, M{}
	for _, slip := range p["_slips"].([]M) {
		net, category := object(slip, "net"), "NET_PAYROLL"
		if p["workerType"] == "CONTRACTOR" { category = "CONTRACTOR_FEE" }
		inBase := money(convert(net, currency), currency)
		item := M{"personId": slip["personId"], "description": "Pay " + text(p, "payrollDate"), "category": category, "amount": inBase, "quantity": 1, "total": inBase}
		if other := text(net, "currency"); other != currency {
			item["originalAmount"], item["fxRate"] = net, fxRate(other, currency)
			rates[other+"-"+currency] = fxRate(other, currency)
		}
		items = append(items, item)
	}
	items = append(items, M{"description": "Processing fee", "category": "PAYMENT_PROCESSING_FEE", "amount": p["fees"], "quantity": 1, "total": p["fees"]})
	from := M{"name": "Payroll Service", "address": "", "email": "billing@payroll.invalid", "phoneNumber": M{"countryCode": "", "number": ""}}
	invoice := newInvoice(biz, id, "PR-"+id[:8], text(p, "payrollDate"), "PAYROLL_RUN", from, billTo(biz), items, currency)
	invoice["status"], invoice["fxRates"], invoice["purpose"], invoice["_person"] = "paid", rates, "Payroll "+text(p, "payrollId"), ""
	create("invoices", biz, id, invoice, nil)
	return id
}

// A contractor's invoice takes two requests: a draft, then its submission, which makes the invoice.
func draftInvoice(c *call) any {
	in, id := c.input(), newID()
	person := c.referred(in, "personId", "persons", true)
	due, purpose, notes, number := in.date("dueDate", true), in.text("purpose", false), in.text("notes", false), in.text("invoiceNumber", false)
	items, currency := []M{}, ""
	for _, item := range in.objects("items", true) {
		amount, quantity := item.money("amount", true), item.whole("quantity", false, 1, 10000)
		line := M{"description": item.text("description", true), "category": "CONTRACTOR_FEE", "amount": amount, "quantity": quantity}
		if currency == "" { currency = text(amount, "currency") }
		if text(amount, "currency") != currency { item.bad("amount", "must be in the currency of the first item") }
		if amount != nil { line["total"] = money(amountOf(line, "amount")*quantity, currency) }
		items = append(items, line)
	}
	if person != nil && person["type"] != "CONTRACTOR" { in.bad("personId", "is not a contractor") }
	in.check()
	c.onlyOwn(text(person, "id"))
	if number == "" { number = "CI-" + id[:8] }
	from := party(strings.TrimSpace(text(person, "firstName")+" "+text(person, "lastName")), person, "email", "phoneNumber")
	invoice := newInvoice(c.biz, newID(), number, due, "CONTRACTOR_SUBMITTED", from, billTo(c.biz), items, currency)
	invoice["purpose"], invoice["notes"], invoice["_person"] = purpose, notes, person["id"]
	create("invoiceDrafts", c.biz, id, M{"_invoice": invoice, "_person": person["id"]}, nil)
	return c.created("/v1/invoice-drafts/" + id)
}

func submitInvoice(c *call) any {
	draft := c.target("invoiceDrafts", "draftId")
	c.onlyOwn(text(draft, "_person"))
	if draft["_submitted"] == true { conflict("the draft was submitted already") }
	draft["_submitted"] = true
	invoice := object(draft, "_invoice")
	invoice["reviewStatus"] = "PENDING_REVIEW"
	id, biz := text(invoice, "id"), c.biz
	create("invoices", biz, id, invoice, func() {
		emit(biz, "invoice.contractor.submitted", invoiceData(invoice))
		at(dayStart(text(invoice, "dueDate"), 1), func() { if invoice["status"] == "pending" { setInvoice(invoice, "overdue") } })
	})
	return c.accepted("/v1/invoices/"+id, "PENDING_REVIEW")
}

func invoiceData(i M) M {
	data := pick(i, "id", "invoiceNumber", "status", "total", "dueDate", "source")
	data["personId"] = i["_person"]
	return data
}

func setInvoice(i M, status string) {
	i["status"], i["lastUpdatedTimestamp"] = status, unixNow()
	touch("invoices", i)
}

func readReview(c *call) (approve bool, reason string) {
	in := c.input()
	decision := in.oneOf("decision", true, "APPROVE", "REJECT")
	reason = in.text("rejectionReason", decision == "REJECT")
	in.check()
	return decision == "APPROVE", reason
}

func reviewInvoice(c *call) any {
	i := c.target("invoices", "invoiceId")
	approve, reason := readReview(c)
	if i["reviewStatus"] != "PENDING_REVIEW" { conflict("only a contractor-submitted invoice that waits for review can be reviewed") }
	later(c.biz, func() {
		if i["reviewStatus"] != "PENDING_REVIEW" { return }
		data := invoiceData(i)
		if approve {
			i["reviewStatus"] = "APPROVED"
			setInvoice(i, text(i, "status"))
			emit(text(i, "_biz"), "invoice.contractor.approved", data)
			return
		}
		i["reviewStatus"], i["rejectionReason"] = "REJECTED", reason
		setInvoice(i, "cancelled")
		data["status"], data["reason"] = "cancelled", reason
		emit(text(i, "_biz"), "invoice.contractor.rejected", data)
	})
	return c.accepted("", "REVIEW_ACCEPTED")
}

// payInvoice records a payment (control). Only contractor-submitted invoices fire an event.
func payInvoice(i M) {
	if i["reviewStatus"] != "APPROVED" || i["status"] == "paid" { return }
	setInvoice(i, "paid")
	emit(text(i, "_biz"), "invoice.contractor.paid", invoiceData(i))
}

func createReimbursement(c *call) any {
	in, id := c.input(), newID()
	person, amount := c.referred(in, "personId", "persons", true), in.money("amount", true)
	r := M{"id": id, "personId": in.m["personId"], "amount": amount, "description": in.text("description", true), "category": in.text("category", false),
		"sourceCurrency": in.currency("sourceCurrency", false), "receiptFileId": in.text("receiptFileId", false), "status": "PENDING_REVIEW", "createdTimestamp": unixNow()}
	in.check()
	c.onlyOwn(text(person, "id"))
	c.filesMustExist(text(r, "receiptFileId"))
	if r["sourceCurrency"] == "" { r["sourceCurrency"] = amount["currency"] }
	create("reimbursements", c.biz, id, r, func() { emit(text(r, "_biz"), "reimbursement.submitted", reimbursementData(r)) })
	return c.accepted("/v1/reimbursements/"+id, "")
}

func reimbursementData(r M) M { return pick(r, "id", "personId", "amount", "description", "status") }

// reviewReimbursement: approval pays from the wallet in the source currency as soon as it covers the amount.
func reviewReimbursement(c *call) any {
	r := c.target("reimbursements", "reimbursementId")
	approve, reason := readReview(c)
	if r["status"] != "PENDING_REVIEW" { conflict("only a reimbursement that waits for review can be reviewed") }
	later(c.biz, func() {
		if r["status"] != "PENDING_REVIEW" { return }
		event, extra := "approved", M{}
		r["status"] = "APPROVED"
		if !approve { event, extra, r["status"], r["rejectionReason"] = "rejected", M{"reason": reason}, "REJECTED", reason }
		touch("reimbursements", r)
		data := reimbursementData(r)
		for k, v := range extra { data[k] = v }
		emit(text(r, "_biz"), "reimbursement."+event, data)
		if approve { payReimbursement(r) }
	})
	return c.accepted("", "REVIEW_ACCEPTED")
}

func payReimbursement(r M) {
	biz, currency := text(r, "_biz"), text(r, "sourceCurrency")
	cost := convert(object(r, "amount"), currency)
	if r["transactionId"] != nil || balance(biz, currency) < cost { return }
	book(biz, currency, -cost)
	person := tableOf("persons").find(text(r, "personId"))
	t := startTransaction(biz, M{"amount": r["amount"], "type": "PAYOUT", "reference": r["id"], "recipientId": r["personId"], "recipientType": person["type"],
		"_auto": true, "_reimbursement": r, "_debited": money(cost, currency)}, nil)
	r["transactionId"] = t["id"]
	touch("reimbursements", r)
}

