package main

import (
	"fmt"
	"time"
)

// Payrolls. A payroll is opened as a draft, saved, approved, funded, paid out on its date and then has payslips.

const (
	payrollDraft         = "DRAFT"
	payrollSaved         = "SAVED"
	payrollApproved      = "APPROVED"
	payrollAwaitingFunds = "Awaiting Funds"
	payrollScheduled     = "SCHEDULED"
	payrollProcessing    = "IN_PROCESSING"
	payrollCompleted     = "Completed"
	payrollRejected      = "Rejected"
	payrollDeleted       = "Deleted"
	feePerPerson         = 500 // minor units of the payroll currency
)

func addPayrollRoutes() {
	on("POST /v1/payrolls", keyOnly, createPayroll)
	on("GET /v1/payrolls", keyOnly, func(c *call) any {
		data := []M{}
		for _, p := range replicaRows("payrolls", c.biz) {
			if p["payrollDate"] != nil { // a draft that was never saved is not listed
				data = append(data, pick(p, "payrollId", "workerType", "status", "numPeople", "type", "payrollDate", "payPeriod", "debit",
					"gross", "net", "tax", "pension", "statutoryDeductions", "employerContributions"))
			}
		}
		return M{"data": data}
	})
	on("GET /v1/payrolls/{payrollId}", keyOnly, func(c *call) any { return public(c.stored("payrolls", "payrollId")) })
	on("POST /v1/payrolls/{payrollId}/save", keyOnly, savePayroll)
	on("POST /v1/payrolls/{payrollId}/approval", keyOnly, approvePayroll)
	on("DELETE /v1/payrolls/{payrollId}", keyOnly, deletePayroll)
	on("GET /v1/payrolls/{payrollId}/payslips", userToo, listPayslips)
}

func createPayroll(c *call) any {
	in, id := c.input(), newID()
	p := M{"payrollId": id, "workerType": in.oneOf("workerType", true, "EMPLOYEE", "CONTRACTOR"),
		"type": in.oneOf("type", false, "ONE-OFF", "REGULAR"), "status": payrollDraft}
	in.check()
	if p["type"] == "" { p["type"] = "ONE-OFF" }
	create("payrolls", c.biz, id, p, func() {
		event := M{"id": id, "workerType": p["workerType"], "type": p["type"]}
		if p["type"] == "ONE-OFF" { event["type"] = "ONE_OFF" }
		emit(text(p, "_biz"), "payroll.created", event)
	})
	return c.created("/v1/payrolls/" + id)
}

// setPayroll moves a payroll; states without a webhook have an empty event.
func setPayroll(p M, status, event string) {
	p["status"] = status
	touch("payrolls", p)
	if event != "" { emit(text(p, "_biz"), "payroll.status.updated", M{"id": p["payrollId"], "status": event}) }
}

func savePayroll(c *call) any {
	p, in := c.target("payrolls", "payrollId"), c.input()
	period := in.object("payPeriod", true)
	saved := M{"payrollDate": in.date("payrollDate", true),
		"payPeriod": M{"fromDate": period.date("fromDate", true), "toDate": period.date("toDate", true)}, "customData": c.body["customData"]}
	if from, to := text(period.m, "fromDate"), text(period.m, "toDate"); isDate(from) && isDate(to) && from > to {
		period.bad("toDate", "must not be before fromDate")
	}
	saved["fxValidUntil"] = in.form("fxValidUntil", false, func(s string) bool { _, err := time.Parse(time.RFC3339, s); return err == nil },
		"must be an RFC 3339 timestamp")
	seen, entries, slips := map[string]bool{}, in.objects("entries", true), []M{}
	for _, entry := range entries {
		person, salary := c.referred(entry, "personId", "persons", true), entry.money("salary", true)
		if person == nil || salary == nil { continue }
		id := text(person, "id")
		switch {
		case seen[id]: entry.bad("personId", "appears twice")
		case person["type"] != p["workerType"]: entry.bad("personId", "is not of the worker type of the payroll")
		case person["lifecycle"] != "Active": entry.bad("personId", "is not active")
		}
		seen[id] = true
		slips = append(slips, M{"person": person, "salary": salary})
	}
	fees := []M{}
	for _, item := range in.objects("feeLineItems", false) {
		fees = append(fees, M{"label": item.text("label", true), "amount": item.money("amount", true)})
	}
	in.check()
	if s := p["status"]; s != payrollDraft && s != payrollSaved { conflict("a payroll can be saved until it is approved") }
	saved["feeLineItems"] = fees
	fillPayroll(saved, slips)
	later(c.biz, func() {
		if s := p["status"]; s != payrollDraft && s != payrollSaved { return }
		for k, v := range saved { p[k] = v }
		setPayroll(p, payrollSaved, "saved")
	})
	return c.accepted("/v1/payrolls/"+text(p, "payrollId"), "SAVE_ACCEPTED")
}

// fillPayroll computes payslips and sums in the currency of the first entry:
// gross = net + tax + pension + statutoryDeductions, debit = gross + employerContributions + fees.
func fillPayroll(p M, entries []M) {
	currency := text(object(entries[0], "salary"), "currency")
	fields := []string{"gross", "net", "tax", "pension", "statutoryDeductions", "employerContributions"}
	sums := map[string]int64{}
	slips, shownEntries := []M{}, []M{}
	for _, e := range entries {
		person, salary := object(e, "person"), object(e, "salary")
		slip := payslip(person, salary)
		slip["personId"], slip["payrollDate"], slip["payPeriod"] = person["id"], p["payrollDate"], p["payPeriod"]
		for _, f := range fields { sums[f] += convert(object(slip, f), currency) }
		slips = append(slips, slip)
		shownEntries = append(shownEntries, M{"personId": person["id"], "salary": salary})
	}
	sums["net"] = sums["gross"] - sums["tax"] - sums["pension"] - sums["statutoryDeductions"] // rounding of conversions
	fees := int64(feePerPerson * len(entries))
	for _, f := range p["feeLineItems"].([]M) { fees += convert(object(f, "amount"), currency) }
	for _, f := range fields { p[f] = money(sums[f], currency) }
	p["fees"], p["debit"] = money(fees, currency), money(sums["gross"]+sums["employerContributions"]+fees, currency)
	p["numPeople"], p["entries"], p["_slips"] = len(entries), shownEntries, slips
}

// approvePayroll completes a payroll of the past at once; any other is approved through the queue.
func approvePayroll(c *call) any {
	p := c.target("payrolls", "payrollId")
	flush(c.biz)
	if p["status"] != payrollSaved { conflict("only a saved payroll can be approved") }
	if text(p, "payrollDate") < today() { completePayroll(p); return M{"status": payrollCompleted} }
	later(c.biz, func() {
		if p["status"] == payrollSaved {
			setPayroll(p, payrollApproved, "approved")
			later(text(p, "_biz"), func() { fundPayroll(p) })
		}
	})
	return c.accepted("", "APPROVAL_ACCEPTED")
}

// fundPayroll takes the debit from the wallet, or waits for funds.
func fundPayroll(p M) {
	biz, debit := text(p, "_biz"), object(p, "debit")
	currency, amount := text(debit, "currency"), number(debit["amount"])
	if p["status"] != payrollApproved && p["status"] != payrollAwaitingFunds { return }
	if balance(biz, currency) < amount {
		if p["status"] == payrollApproved { setPayroll(p, payrollAwaitingFunds, "") }
		return
	}
	book(biz, currency, -amount)
	p["invoiceId"] = payrollInvoice(p)
	setPayroll(p, payrollScheduled, "scheduled")
	at(dayStart(text(p, "payrollDate"), 0), func() { later(biz, func() { payWorkers(p) }) })
}

// retryFunding looks again at everything that waits for money.
func retryFunding(biz string) {
	for _, p := range tableOf("payrolls").rows { if p["_biz"] == biz && p["status"] == payrollAwaitingFunds { fundPayroll(p) } }
	for _, r := range tableOf("reimbursements").rows { if r["_biz"] == biz && r["status"] == "APPROVED" { payReimbursement(r) } }
}

func payWorkers(p M) {
	if p["status"] != payrollScheduled { return }
	biz := text(p, "_biz")
	setPayroll(p, payrollProcessing, "processing")
	payments := 0
	for _, slip := range p["_slips"].([]M) {
		net := object(slip, "net")
		startTransaction(biz, M{"amount": net, "type": "PAYROLL", "reference": p["payrollId"], "recipientId": slip["personId"],
			"recipientType": p["workerType"], "_payroll": p, "_debited": money(convert(net, text(object(p, "debit"), "currency")), text(object(p, "debit"), "currency"))}, nil)
		payments++
	}
	p["_unpaid"] = payments
	startTransaction(biz, M{"amount": p["fees"], "type": "PAYROLL_FEE", "reference": p["payrollId"], "recipientId": biz,
		"recipientType": "BUSINESS", "_instant": true}, nil)
}

// finishPayroll counts a confirmed disbursement; with the last one the payroll is completed.
func finishPayroll(p M) {
	p["_unpaid"] = number(p["_unpaid"]) - 1
	if p["_unpaid"] == int64(0) && p["status"] == payrollProcessing { completePayroll(p) }
}

func completePayroll(p M) {
	for i, slip := range p["_slips"].([]M) {
		slip["id"], slip["payrollId"] = newID(), p["payrollId"]
		slip["payslipNumber"] = fmt.Sprintf("PS-%s-%03d", text(p, "payrollDate"), i+1)
	}
	setPayroll(p, payrollCompleted, "completed")
}

func deletePayroll(c *call) any {
	p := c.target("payrolls", "payrollId")
	later(c.biz, func() { endPayroll(p, payrollDeleted) })
	return c.accepted("", "DELETION_ACCEPTED")
}

// endPayroll rejects or deletes a payroll that has not begun to be paid out; what was collected goes back.
func endPayroll(p M, status string) {
	switch p["status"] {
	case payrollScheduled: book(text(p, "_biz"), text(object(p, "debit"), "currency"), number(object(p, "debit")["amount"]))
	case payrollDraft, payrollSaved, payrollApproved, payrollAwaitingFunds:
	default: return
	}
	setPayroll(p, status, "")
}

func listPayslips(c *call) any {
	p := c.stored("payrolls", "payrollId")
	data := []M{}
	if p["status"] != payrollCompleted { fail(404, "resource_not_found", "payslips exist only for completed payrolls") }
	for _, slip := range p["_slips"].([]M) {
		if c.user == "" || slip["personId"] == tableOf("users").find(c.user)["personId"] { data = append(data, slip) }
	}
	return M{"data": data}
}
