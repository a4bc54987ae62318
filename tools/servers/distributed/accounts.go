package main

import (
	"slices"
	"strings"
)

// Virtual accounts, external accounts, filings, remittances and requirements.

func addAccountRoutes() {
	on("POST /v1/virtual-accounts", userToo, requestVirtualAccount)
	on("GET /v1/virtual-accounts", keyOnly, func(c *call) any {
		return c.cursorPage(replicaRows("virtualAccounts", c.biz), func(v M) M { return public(v) })
	})
	on("GET /v1/virtual-accounts/{accountId}", userToo, func(c *call) any {
		v := c.stored("virtualAccounts", "accountId")
		c.onlySelf(text(v, "userId"))
		return public(v)
	})
	on("POST /v1/external-accounts", keyOnly, linkAccount)
	on("GET /v1/external-accounts", keyOnly, func(c *call) any {
		return c.cursorPage(replicaRows("externalAccounts", c.biz), func(a M) M { return public(a) })
	})
	on("GET /v1/external-accounts/{accountId}", keyOnly, func(c *call) any { return public(c.stored("externalAccounts", "accountId")) })
	on("POST /v1/external-accounts/{accountId}/verification", keyOnly, verifyAccount)
	on("DELETE /v1/external-accounts/{accountId}", keyOnly, func(c *call) any {
		a := c.target("externalAccounts", "accountId")
		later(c.biz, func() {
			remove("externalAccounts", a)
			emit(text(a, "_biz"), "external-account.removed", M{"externalAccountId": a["id"]})
		})
		return c.accepted("", "REMOVAL_ACCEPTED")
	})
	for kind := range obligationStates {
		on("GET /v1/"+kind, keyOnly, func(c *call) any {
			return c.cursorPage(matching(replicaRows(kind, c.biz), c, "state"), func(o M) M { return public(o) })
		})
		on("GET /v1/"+kind+"/{obligationId}", keyOnly, func(c *call) any { return public(c.stored(kind, "obligationId")) })
	}
}

func requestVirtualAccount(c *call) any {
	in, id := c.input(), newID()
	user, identification := c.referred(in, "userId", "users", c.user != ""), in.object("customIdentification", true)
	kind, number := identification.oneOf("type", true, "SSN", "BVN"), identification.text("number", true)
	v := M{"id": id, "status": "requested", "currency": in.currency("currency", true), "customIdentification": M{"type": kind, "number": number}, "accountDetails": nil}
	in.check()
	if user == nil { v["businessId"] = c.biz } else { v["userId"] = user["id"] }
	c.onlySelf(text(v, "userId"))
	create("virtualAccounts", c.biz, id, v, func() {
		moveVirtualAccount(v, "requested")
		if number == "99999900" { // approved automatically, step by step
			later(text(v, "_biz"), func() { moveVirtualAccount(v, "submitted"); later(text(v, "_biz"), func() { moveVirtualAccount(v, "created") }) })
		}
	})
	return c.accepted("/v1/virtual-accounts/"+id, "")
}

func moveVirtualAccount(v M, status string) {
	v["status"] = status
	if status == "created" { v["accountDetails"] = M{"accountNumber": "90" + strings.ToUpper(text(v, "id")[:8]), "bankName": "Virtual Bank", "currency": v["currency"]} }
	touch("virtualAccounts", v)
	emit(text(v, "_biz"), "virtual-account."+status, pick(v, "id", "userId", "businessId", "currency", "status"))
}

// External accounts. Direct debits are restricted for a whole business; then every verified account is restricted.
func linkAccount(c *call) any {
	in, id := c.input(), newID()
	a := strictly(in, "accountHolderName accountNumber bankName | routingNumber")
	a["id"], a["currency"], a["_number"] = id, in.currency("currency", true), a["accountNumber"]
	method := in.oneOf("verificationMethod", true, "INSTANT", "MICRO_DEPOSITS")
	microdeposits := in.oneOf("microdepositType", false, "descriptor_code", "amounts")
	in.check()
	a["accountNumber"] = mask(text(a, "accountNumber"))
	if microdeposits == "" { microdeposits = "descriptor_code" }
	b := c.business()
	create("externalAccounts", c.biz, id, a, func() {
		a["status"] = verifiedStatus(b)
		if method == "MICRO_DEPOSITS" {
			a["status"], a["microdepositInfo"] = "needs_confirmation", M{"type": microdeposits, "arrivalDate": unixNow() + 2*86400}
		}
		touch("externalAccounts", a)
		emit(text(b, "_id"), "external-account.added", externalData(a))
	})
	return c.accepted("/v1/external-accounts/"+id, "")
}

func mask(s string) string { return strings.Repeat("*", max(0, len(s)-4)) + s[max(0, len(s)-4):] }

func verifiedStatus(b M) string {
	if b["_restricted"] == true { return "restricted" }
	return "active"
}

// externalData names the account externalAccountId: the only id of an event is that of its envelope, new for each event.
func externalData(a M) M {
	data := pick(a, "status", "currency", "bankName", "accountHolderName", "accountNumber", "microdepositInfo")
	data["externalAccountId"] = a["id"]
	return data
}

// verifyAccount confirms micro-deposits; in this sandbox the code is always SM11AA and the amounts are 32 and 45.
func verifyAccount(c *call) any {
	a, in := c.target("externalAccounts", "accountId"), c.input()
	if a["status"] != "needs_confirmation" { conflict("the account does not wait for confirmation") }
	if object(a, "microdepositInfo")["type"] == "amounts" {
		amounts, _ := in.m["amounts"].([]any)
		if len(amounts) != 2 || number(amounts[0])*number(amounts[1]) != 32*45 { in.bad("amounts", "do not match") }
	} else if code := in.text("descriptorCode", true); code != "" && code != "SM11AA" { in.bad("descriptorCode", "does not match") }
	in.check()
	later(c.biz, func() {
		if a["status"] != "needs_confirmation" { return }
		delete(a, "microdepositInfo")
		a["status"] = verifiedStatus(tableOf("businesses").rows[text(a, "_biz")])
		touch("externalAccounts", a)
		emit(text(a, "_biz"), "external-account.added", externalData(a))
	})
	return c.accepted("", "VERIFICATION_ACCEPTED")
}

// restrict is the control that restricts direct debits of a business or lifts the restriction.
func restrict(b M, on bool) {
	from, to, event := "active", "restricted", "external-account.restricted"
	if !on { from, to, event = "restricted", "active", "external-account.restriction_lifted" }
	b["_restricted"] = on
	list := []M{}
	for _, a := range tableOf("externalAccounts").rows {
		if a["_biz"] != b["_id"] { continue }
		if a["status"] == from { a["status"] = to; touch("externalAccounts", a) }
		list = append(list, externalData(a))
	}
	slices.SortFunc(list, func(x, y M) int { return strings.Compare(text(x, "externalAccountId"), text(y, "externalAccountId")) })
	emit(text(b, "_id"), event, M{"businessId": b["businessId"], "externalAccounts": list})
}

// Filings, remittances and requirements ("obligations") come from authorities, that is from controls.
var obligationStates = map[string][]string{
	"filings":      {"created", "blocked", "pending", "in_review", "approved", "submitted", "accepted", "rejected", "overdue"},
	"remittances":  {"created", "processing", "completed", "failed"},
	"requirements": {"created", "satisfied"},
}

func moveObligation(kind string, o M, state string) {
	o["state"] = state
	touch(kind, o)
	singular := strings.TrimSuffix(kind, "s")
	emit(text(o, "_biz"), singular+"."+state, M{"resourceType": strings.ToUpper(singular), "resourceId": o["id"], "title": o["title"], "state": state})
	for _, f := range tableOf("filings").rows { // a satisfied requirement unblocks the filings that waited for it
		if state == "satisfied" && f["requirementId"] == o["id"] && f["state"] == "blocked" { moveObligation("filings", f, "pending") }
	}
}

func createObligation(c *call) any {
	in, id := c.input(), newID()
	kind := in.oneOf("kind", true, "filings", "remittances", "requirements")
	c.biz = in.text("businessId", true)
	o := M{"id": id, "title": in.text("title", true), "dueDate": in.date("dueDate", false), "state": "created"}
	if tableOf("businesses").rows[c.biz] == nil { in.bad("businessId", "does not exist") }
	if in.has("requirementId") && c.referred(in, "requirementId", "requirements", false) != nil { o["requirementId"] = in.m["requirementId"] }
	in.check()
	create(kind, c.biz, id, o, func() {
		moveObligation(kind, o, "created")
		if r := tableOf("requirements").rows[text(o, "requirementId")]; r != nil && r["state"] != "satisfied" { moveObligation(kind, o, "blocked") }
	})
	return c.accepted("/v1/"+kind+"/"+id, "")
}
