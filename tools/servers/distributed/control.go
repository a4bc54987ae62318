package main

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// Test controls: what in reality the outside world causes. Ids are looked up in all businesses.

func addControlRoutes() {
	on("GET /control/clock", controlOnly, func(c *call) any { return M{"now": now().Format(time.RFC3339), "timestamp": unixNow()} })
	on("POST /control/clock", controlFree, moveClock)
	on("POST /control/idle", controlFree, waitUntilIdle)
	on("POST /control/webhook-endpoints", controlOnly, registerEndpoint)
	on("POST /control/webhook-endpoints/{endpointId}/secret", controlOnly, func(c *call) any {
		e := c.endpoint()
		e.secret = newSecret("hooksec_") // the old secret ends at once; retries are signed with the new one
		return M{"endpointId": e.id, "signingSecret": e.secret}
	})
	on("DELETE /control/webhook-endpoints/{endpointId}", controlOnly, func(c *call) any {
		gone := c.endpoint()
		endpoints = slices.DeleteFunc(endpoints, func(e *endpoint) bool { return e == gone })
		c.status = 204
		return nil
	})
	on("GET /control/webhook-deliveries", controlOnly, listDeliveries)
	on("POST /control/keys", controlOnly, issueKey)
	on("POST /control/keys/revoke", controlOnly, func(c *call) any {
		in := c.input()
		key := apiKeys[in.text("key", true)]
		in.check()
		if key == nil { notFound() }
		key.revoked = true
		return M{"status": "REVOKED"}
	})
	on("POST /control/users/{userId}/token", controlOnly, func(c *call) any { return issueUserToken(c.target("users", "userId")) })
	on("POST /control/users/{userId}/kyc-decision", controlOnly, func(c *call) any {
		u, in := c.target("users", "userId"), c.input()
		component, outcome := in.oneOf("component", true, "identity", "address"), in.oneOf("outcome", true, "APPROVED", "REJECTED")
		in.check()
		return c.queued(u, func() { decide(u, component, strings.ToLower(outcome)) })
	})
	on("POST /control/persons/{personId}/offboarding/complete", controlOnly, func(c *call) any {
		p := c.target("persons", "personId")
		return c.queued(p, func() { completeExit(p, nil) })
	})
	on("POST /control/payrolls/{payrollId}/reject", controlOnly, func(c *call) any {
		p := c.target("payrolls", "payrollId")
		return c.queued(p, func() { if p["status"] != payrollDraft { endPayroll(p, payrollRejected) } })
	})
	on("POST /control/payrolls/{payrollId}/confirm-disbursements", controlOnly, func(c *call) any {
		p := c.target("payrolls", "payrollId")
		return c.queued(p, func() {
			for _, t := range tableOf("transactions").rows {
				if t["type"] == "PAYROLL" && t["reference"] == p["payrollId"] { settleNow(t) }
			}
		})
	})
	on("POST /control/transactions/{transactionId}/{step}", controlOnly, stepTransaction)
	on("POST /control/businesses/{businessId}/compliance", controlOnly, func(c *call) any {
		b, in := c.target("businesses", "businessId"), c.input()
		mode := in.oneOf("mode", true, "MANUAL_REVIEW", "AUTOMATIC")
		in.check()
		b["_manualReview"] = mode == "MANUAL_REVIEW" // at once, for transactions that start from now on
		return M{"status": mode}
	})
	on("POST /control/businesses/{businessId}/bank-deposits", controlOnly, bankDeposit)
	on("POST /control/businesses/{businessId}/kyb-decision", controlOnly, func(c *call) any {
		b, in := c.target("businesses", "businessId"), c.input()
		outcome, note := in.oneOf("outcome", true, "APPROVED", "INFORMATION_NEEDED", "REJECTED", "COMPLETED"), in.text("note", false)
		in.check()
		return c.queued(b, func() { decideKYB(b, outcome, note) })
	})
	on("POST /control/businesses/{businessId}/direct-debits", controlOnly, func(c *call) any {
		b, in := c.target("businesses", "businessId"), c.input()
		state := in.oneOf("state", true, "RESTRICTED", "ALLOWED")
		in.check()
		return c.queued(b, func() { restrict(b, state == "RESTRICTED") })
	})
	on("POST /control/businesses/{businessId}/instant-pay", controlOnly, func(c *call) any {
		b, in := c.target("businesses", "businessId"), c.input()
		person, amount := in.uuid("personId", true), in.money("amount", true)
		in.check()
		return c.queued(b, func() { emit(text(b, "_id"), "instant-pay.succeeded", M{"id": newID(), "personId": person, "amount": amount}) })
	})
	on("POST /control/contracts/{contractId}/sign-next", controlOnly, func(c *call) any {
		k := c.target("contracts", "contractId")
		return c.queued(k, func() { signNext(k) })
	})
	on("POST /control/invoices/{invoiceId}/pay", controlOnly, func(c *call) any {
		i := c.target("invoices", "invoiceId")
		return c.queued(i, func() { payInvoice(i) })
	})
	on("POST /control/virtual-accounts/{accountId}/state", controlOnly, func(c *call) any {
		v, in := c.target("virtualAccounts", "accountId"), c.input()
		state := in.oneOf("state", true, "submitted", "created")
		in.check()
		return c.queued(v, func() { moveVirtualAccount(v, state) })
	})
	on("POST /control/obligations", controlOnly, createObligation)
	on("POST /control/obligations/{kind}/{obligationId}/state", controlOnly, func(c *call) any {
		kind, in := c.params["kind"], c.input()
		if obligationStates[kind] == nil { notFound() }
		o, state := c.target(kind, "obligationId"), in.oneOf("state", true, obligationStates[kind][1:]...)
		in.check()
		return c.queued(o, func() { moveObligation(kind, o, state) })
	})
}

// queued applies a control through the queue of the business that owns the row.
func (c *call) queued(row M, run func()) any {
	later(text(row, "_biz"), run)
	return c.accepted("", "ACCEPTED")
}

func moveClock(c *call) any {
	in := c.input()
	seconds := in.whole("advanceSeconds", false, 0, 400*86400)
	clockWalk.Lock()
	defer clockWalk.Unlock()
	mu.Lock()
	target := now().Add(time.Duration(seconds) * time.Second)
	mu.Unlock()
	if in.has("to") {
		to, err := time.Parse(time.RFC3339, in.text("to", true))
		if err != nil || to.Before(target) || to.After(target.AddDate(2, 0, 0)) { in.bad("to", "must be an RFC 3339 time, not before now, at most two years ahead") }
		target = to
	} else if !in.has("advanceSeconds") { in.bad("advanceSeconds", "or to is required") }
	in.check()
	advanceClock(target)
	mu.Lock()
	defer mu.Unlock()
	return M{"now": now().Format(time.RFC3339), "timestamp": unixNow()}
}

func waitUntilIdle(c *call) any {
	in := c.input()
	biz := in.text("businessId", false)
	wait := in.whole("timeoutMs", false, 0, 60000)
	in.check()
	if !in.has("timeoutMs") { wait = 10000 }
	for end := time.Now().Add(time.Duration(wait) * time.Millisecond); ; time.Sleep(5 * time.Millisecond) {
		mu.Lock()
		idle := isIdle(biz)
		mu.Unlock()
		if idle || time.Now().After(end) { return M{"idle": idle} }
	}
}

func (c *call) endpoint() *endpoint {
	for _, e := range endpoints { if e.id == c.params["endpointId"] { return e } }
	notFound()
	return nil
}

func registerEndpoint(c *call) any {
	in := c.input()
	scope := in.oneOf("scope", true, "BUSINESS", "PLATFORM")
	address := in.form("url", true, func(s string) bool {
		u, err := url.Parse(s)
		return err == nil && u.Scheme == "http" && u.Hostname() == "127.0.0.1"
	}, "must be an http URL on 127.0.0.1")
	biz := in.text("businessId", scope == "BUSINESS")
	if scope == "PLATFORM" { biz = "" } else if biz != "" && tableOf("businesses").rows[biz] == nil { in.bad("businessId", "does not exist") }
	in.check()
	e := &endpoint{newID(), biz, address, newSecret("hooksec_")}
	endpoints = append(endpoints, e)
	c.status = 201
	return M{"endpointId": e.id, "signingSecret": e.secret}
}

func listDeliveries(c *call) any {
	data := []M{}
	for _, d := range history {
		if id := c.query("endpointId"); id != "" && id != d.endpoint.id { continue }
		item := M{"endpointId": d.endpoint.id, "id": d.id, "eventType": d.event, "state": d.state, "attempts": d.attempts, "nextAttempt": nil}
		if d.state == "PENDING" && d.attempts > 0 { item["nextAttempt"] = d.retryDue.Unix() }
		data = append(data, item)
	}
	return M{"data": data}
}

// issueKey makes a new org key. With replace, the earlier org keys of the business are revoked.
func issueKey(c *call) any {
	in := c.input()
	biz, replace := in.text("businessId", true), in.flag("replace")
	if biz != "" && tableOf("businesses").rows[biz] == nil { in.bad("businessId", "does not exist") }
	key := &apiKey{biz: biz}
	list, _ := in.m["ipAddresses"].([]any)
	for _, ip := range list { if s, ok := ip.(string); ok { key.ips = append(key.ips, s) } }
	in.check()
	for _, k := range apiKeys { if replace && k.biz == biz && !k.platform { k.revoked = true } }
	name := newSecret("org_")
	apiKeys[name] = key
	c.status = 201
	return M{"orgKey": name}
}

// settleNow passes what still is under checks, then settles.
func settleNow(t M) {
	t["_hold"] = false
	passChecks(t)
	settle(t)
}

func stepTransaction(c *call) any {
	t, in := c.target("transactions", "transactionId"), c.input()
	message, action := in.text("message", false), in.text("actionRequired", false)
	in.check()
	need := func(states ...string) {
		if !slices.Contains(states, text(t, "status")) { conflict("the transaction is " + text(t, "status")) }
	}
	switch c.params["step"] {
	case "pass-checks":
		need("initiated")
		return c.queued(t, func() { t["_hold"] = false; passChecks(t) })
	case "settle":
		need("initiated", "processing")
		if t["rfiStatus"] == "RFI_REQUESTED" { conflict("information is requested") }
		return c.queued(t, func() { settleNow(t) })
	case "fail", "return":
		if c.params["step"] == "return" { need("succeeded") } else { need("initiated", "processing") }
		if message == "" { message = map[string]string{"fail": "Declined by the bank", "return": "Returned by the recipient bank"}[c.params["step"]] }
		return c.queued(t, func() { failTransaction(t, message) })
	case "request-information":
		need("initiated")
		if action == "" { action = "UPLOAD_SUPPORTING_DOCUMENT" }
		return c.queued(t, func() { setInformation(t, "RFI_REQUESTED", M{"actionRequired": action}) })
	case "provide-information":
		if t["rfiStatus"] != "RFI_REQUESTED" { conflict("no information is requested") }
		return c.queued(t, func() { setInformation(t, "RFI_PROVIDED", M{}) })
	}
	notFound()
	return nil
}

// setInformation opens or answers a request for information. The transaction stays initiated and on hold.
func setInformation(t M, status string, extra M) {
	if t["status"] != "initiated" { return }
	t["rfiStatus"], t["_hold"] = status, true
	touch("transactions", t)
	extra["id"], extra["status"], extra["reference"] = t["id"], status, t["reference"]
	emit(text(t, "_biz"), "transaction.rfi.updated", extra)
}

// bankDeposit lets a bank transfer arrive. With a sender name its succeeded event carries paymentInfo.
func bankDeposit(c *call) any {
	b, in := c.target("businesses", "businessId"), c.input()
	amount, reference, name := in.money("amount", true), in.text("bankReference", false), in.text("senderName", false)
	network := in.oneOf("network", false, "ach", "wire", "swift")
	number, sortCode := in.text("senderAccountNumber", false), in.text("senderSortCode", false)
	iban, bic := in.text("senderIban", false), in.text("senderBic", false)
	hold := in.flag("holdForReview")
	in.check()
	var info M
	if name != "" {
		blocks := M{"bank": M{}, "ach": M{}, "wire": M{}, "swift": M{}} // empty sub-objects are always present
		method := "bank"
		switch text(amount, "currency") {
		case "GBP": blocks["bank"] = M{"accountName": name, "sortCode": sortCode, "accountNumber": mask(number)}
		case "EUR": blocks["bank"] = M{"accountName": name, "bankCode": bic, "iban": mask(iban)}
		default:
			if text(amount, "currency") == "USD" && network != "" { method = network }
			blocks[method] = M{"accountName": name}
		}
		info = blocks
		info["preferredMethod"] = method
	}
	t := deposit(text(b, "_id"), amount, reference, info)
	if hold { t["_hold"] = true }
	return c.accepted("/v1/transactions/"+text(t, "id"), "ACCEPTED")
}
