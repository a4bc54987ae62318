package main

import (
	"maps"
	"regexp"
	"strings"
)

// Verification of users (KYC), expiry and renewal of their documents, and verification of businesses (KYB).

func addVerificationRoutes() {
	on("POST /v1/users/{userId}/kyc", userToo, func(c *call) any { return submitKYC(c, false) })
	on("PATCH /v1/users/{userId}/kyc", userToo, func(c *call) any { return submitKYC(c, true) })
	on("GET /v1/users/{userId}/kyc", userToo, getKYC)
	on("POST /v1/users/{userId}/kyc/renewal", userToo, renewDocument)
	on("POST /v1/sandbox/users/{userId}/kyc/review", keyOnly, reviewKYC)
	on("POST /v1/businesses/{businessId}/kyb", keyOnly, submitKYB)
	on("GET /v1/businesses/{businessId}/kyb", keyOnly, func(c *call) any { return public(object(c.ownBusiness(), "_kyb")) })
}

// sentinels of idDetails.number and of address line2, compared without regard to case.
var kycSentinels = map[string]string{"auto-approve": "approved", "auto-decline": "rejected"}

func sentinel(value string) string { return kycSentinels[strings.ToLower(strings.TrimSpace(value))] }

func (c *call) kycUser() M {
	u := c.target("users", "userId")
	c.onlySelf(c.params["userId"])
	if u["_deleted"] == true { notFound() }
	return u
}

// readDocument reads idDetails. Files are needed for real values only, but ids that are sent must exist (404).
func readDocument(c *call, in *input, old M) M {
	d := maps.Clone(old)
	if d == nil { d = M{} }
	for _, f := range []string{"type", "number", "issuedBy", "frontFileId", "backFileId", "selfieFileId"} {
		if in.has(f) { d[f] = in.text(f, false) }
	}
	if in.has("issuedCountryCode") { d["issuedCountryCode"] = in.country("issuedCountryCode", false) }
	for _, f := range []string{"issuedDate", "expirationDate"} { if in.has(f) { d[f] = in.date(f, false) } }
	needed := []string{"number"}
	if !in.absent && sentinel(text(d, "number")) == "" { needed = []string{"type", "number", "frontFileId"} }
	for _, f := range needed { if !in.absent && text(d, f) == "" && in.errors[in.path+f] == "" { in.bad(f, "is required") } }
	return d
}

func (c *call) filesMustExist(ids ...string) {
	for _, id := range ids {
		if row := tableOf("files").find(id); id != "" && (row == nil || row["_biz"] != c.biz) {
			fail(404, "resource_not_found", "the file "+id+" was not uploaded")
		}
	}
}

func submitKYC(c *call, again bool) any {
	u, in := c.kycUser(), c.input()
	kyc := object(u, "_kyc")
	status := text(object(kyc, "identity"), "status")
	if again && status != "rejected" { conflict("Identity can only be resubmitted when status is Rejected") }
	details := M{}
	for _, f := range []string{"firstName", "lastName"} { details[f] = in.text(f, !again) }
	details["dob"], details["nationality"] = in.date("dob", !again), in.country("nationality", !again)
	address := in.address("address", false)
	proof := in.text("addressProofFileId", false)
	document := readDocument(c, in.object("idDetails", !again), object(kyc, "_document"))
	in.check()
	c.filesMustExist(text(document, "frontFileId"), text(document, "backFileId"), text(document, "selfieFileId"), proof)
	if !again && (status != "NOT_SUBMITTED" || kyc["_taken"] == true) {
		conflict("KYC was submitted already; a rejected identity is resubmitted with PATCH")
	}
	idOutcome, addressOutcome := sentinel(text(document, "number")), ""
	if in.has("address") { addressOutcome = sentinel(text(address, "line2")) }
	kyc["_taken"] = true
	apply := func() {
		// What was decided in the meantime leaves nothing to resubmit.
		if again && object(kyc, "identity")["status"] != "rejected" { return }
		for f, v := range details { if v != "" { kyc["_"+f] = v } }
		kyc["_document"], kyc["_stages"] = document, M{}
		if in.has("address") {
			kyc["_address"], kyc["_proof"] = address, proof
			decideOrProcess(u, "address", addressOutcome)
		}
		decideOrProcess(u, "identity", idOutcome)
	}
	if idOutcome != "" || addressOutcome != "" { // sentinels decide at once
		flush(c.biz)
		apply()
	} else { later(c.biz, apply) }
	return c.accepted("", "SUBMISSION_RECEIVED")
}

// decideOrProcess takes the outcome of a sentinel, or starts verification, which without a reviewer ends in pending.
func decideOrProcess(u M, component, outcome string) {
	if outcome != "" { decide(u, component, outcome); return }
	setKYC(u, component, "processing")
	later(text(u, "_biz"), func() {
		if part := object(object(u, "_kyc"), component); part["status"] == "processing" {
			part["status"] = "pending" // not one of the statuses of user.kyc.updated: no event
		}
	})
}

func setKYC(u M, component, status string) {
	part := object(object(u, "_kyc"), component)
	part["status"], part["lastUpdatedTimestamp"] = status, unixNow()
	emit(text(u, "_biz"), "user.kyc.updated", M{"userId": u["id"], "type": component, "status": status})
}

// decide sets the result of one component. A decision on identity also ends a renewal that waits.
func decide(u M, component, status string) {
	kyc := object(u, "_kyc")
	if renewal := object(kyc, "_renewal"); component == "identity" && renewal != nil {
		if status == "approved" { kyc["_document"], kyc["_stages"] = renewal, M{} }
		kyc["_renewal"] = nil
	}
	setKYC(u, component, status)
	if component == "identity" && status == "approved" {
		expires := text(object(kyc, "_document"), "expirationDate")
		for _, day := range []int{-30, 1, 61} { // a document is valid until the end of its expiration date
			if expires != "" && dayStart(expires, day).After(now()) { at(dayStart(expires, day), func() { checkExpiry(u) }) }
		}
		checkExpiry(u)
	}
}

func expiryStage(document M) string {
	expires := text(document, "expirationDate")
	switch {
	case expires == "" || now().Before(dayStart(expires, -30)): return ""
	case now().Before(dayStart(expires, 1)): return "about-to-expire"
	case now().Before(dayStart(expires, 61)): return "in-grace-period"
	}
	return "expired"
}

// checkExpiry fires the stage the document of an approved user is in, once for each document.
func checkExpiry(u M) {
	kyc := object(u, "_kyc")
	document, fired := object(kyc, "_document"), object(kyc, "_stages")
	stage := expiryStage(document)
	if stage == "" || fired[stage] == true || object(kyc, "identity")["status"] != "approved" || tableOf("users").rows[text(u, "_id")] == nil {
		return
	}
	fired[stage] = true
	if stage == "expired" { setKYC(u, "identity", "rejected") }
	emit(text(u, "_biz"), "user.kyc.expiry", M{"userId": u["id"], "stage": stage, "documentType": document["type"],
		"expiryDate": document["expirationDate"]})
}

func getKYC(c *call) any {
	u := c.stored("users", "userId")
	c.onlySelf(c.params["userId"])
	kyc := object(u, "_kyc")
	answer := public(kyc)
	answer["userId"], answer["expiryStage"], answer["renewal"] = u["id"], nil, nil
	if d := object(kyc, "_document"); d != nil {
		answer["idDetails"] = d
		if stage := expiryStage(d); stage != "" { answer["expiryStage"] = stage }
	}
	if a := object(kyc, "_address"); a != nil { answer["addressDetails"] = a }
	if r := object(kyc, "_renewal"); r != nil { answer["renewal"] = M{"status": "PENDING_REVIEW", "idDetails": r} }
	return answer
}

// renewDocument takes a replacement while the document is in an expiry stage. The identity keeps its status until the
// outcome, except that an expired one goes back to processing.
func renewDocument(c *call) any {
	u, in := c.kycUser(), c.input()
	kyc := object(u, "_kyc")
	document := readDocument(c, in.object("idDetails", true), nil)
	if text(document, "expirationDate") <= today() { in.object("idDetails", true).bad("expirationDate", "must be in the future") }
	in.check()
	c.filesMustExist(text(document, "frontFileId"), text(document, "backFileId"), text(document, "selfieFileId"))
	if expiryStage(object(kyc, "_document")) == "" { conflict("a document can be renewed from 30 days before it expires") }
	later(c.biz, func() {
		kyc["_renewal"] = document
		if outcome := sentinel(text(document, "number")); outcome != "" {
			decide(u, "identity", outcome)
		} else if object(kyc, "identity")["status"] == "rejected" { decideOrProcess(u, "identity", "") }
	})
	return c.accepted("", "PENDING_REVIEW")
}

func reviewKYC(c *call) any {
	u, in := c.kycUser(), c.input()
	action, component := in.oneOf("action", true, "approve", "reject"), in.oneOf("type", true, "identity", "address")
	in.check()
	later(c.biz, func() { decide(u, component, map[string]string{"approve": "approved", "reject": "rejected"}[action]) })
	c.status = 204
	return nil
}

// KYB. The tax id sentinel may be sent with the XXX as it stands or with three digits in its place.
var approvingTaxID = regexp.MustCompile(`(?i)^000-(XXX|\d{3})-AUTO-APPROVE$`)

var principalPresets = map[string]string{"000-00-1001": "INFORMATION_NEEDED", "000-00-1002": "REJECTED"}

func submitKYB(c *call) any {
	b, in := c.ownBusiness(), c.input()
	kyb := object(b, "_kyb")
	taxID := in.text("taxIdentificationNumber", true)
	principal := in.object("principal", true)
	ssn := principal.text("socialSecurityNumber", true)
	principal.text("fullName", false)
	in.check()
	preset := principalPresets[ssn]
	if approvingTaxID.MatchString(taxID) {
		if preset != "" { fail(400, "invalid_request_body", "auto-approve tax ID cannot be combined with auto-feedback principal presets") }
		preset = "APPROVED"
	}
	switch kyb["status"] {
	case "REJECTED": conflict("the business was rejected and cannot resubmit")
	case "APPROVED", "COMPLETED": conflict("the business is verified already")
	}
	later(c.biz, func() {
		// A rejection that was decided in the meantime is final.
		if kyb["status"] == "REJECTED" { return }
		kyb["status"] = "PENDING_REVIEW"
		if preset != "" { later(c.biz, func() { decideKYB(b, preset, "decided by a sandbox preset") }) }
	})
	return c.accepted("/v1/businesses/"+c.biz+"/kyb", "PENDING_REVIEW")
}

func decideKYB(b M, status, note string) {
	kyb := object(b, "_kyb")
	if kyb["status"] == "REJECTED" { return }
	kyb["status"], kyb["note"] = status, note
	event := map[string]string{"APPROVED": "reviewed", "INFORMATION_NEEDED": "reviewed", "REJECTED": "rejected", "COMPLETED": "completed"}[status]
	emit(text(b, "_id"), "business.kyb."+event, M{"businessId": b["businessId"], "status": status, "note": note})
}
