package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"time"
)

// Businesses, custom fields, persons, users, files, and the login with an external JWT.

func addPeopleRoutes() {
	on("POST /v1/platform/businesses", platformOnly, createBusiness)
	on("GET /v1/businesses/{businessId}", keyOnly, func(c *call) any { return public(c.ownBusiness()) })
	on("PATCH /v1/businesses/{businessId}", keyOnly, updateBusiness)
	on("POST /v1/businesses/{businessId}/customFields", keyOnly, createCustomField)
	on("GET /v1/businesses/{businessId}/customFields", keyOnly, func(c *call) any {
		c.ownBusiness()
		return c.cursorPage(replicaRows("customFields", c.biz), func(f M) M { return public(f) })
	})
	on("PUT /v1/businesses/{businessId}/customFields/{customFieldId}", keyOnly, renameCustomField)
	on("POST /v1/persons", keyOnly, createPerson)
	on("GET /v1/persons", keyOnly, func(c *call) any {
		show := func(p M) M { return public(p, "personalInfo", "taxProfile") }
		return c.numberedPage(matching(replicaRows("persons", c.biz), c, "email"), show)
	})
	on("GET /v1/persons/{personId}", userToo, func(c *call) any {
		person := c.stored("persons", "personId")
		c.onlyOwn(c.params["personId"])
		return public(person)
	})
	on("PATCH /v1/persons/{personId}", keyOnly, updatePerson)
	on("PUT /v1/persons/{personId}/jobInfo", keyOnly, putJobInfo)
	on("PUT /v1/persons/{personId}/personalInfo", keyOnly, putPersonalInfo)
	on("PUT /v1/persons/{personId}/taxProfile", keyOnly, putTaxProfile)
	on("POST /v1/persons/{personId}/offboarding", keyOnly, scheduleOffboarding)
	on("DELETE /v1/persons/{personId}/offboarding", keyOnly, cancelOffboarding)
	on("POST /v1/persons/{personId}/reinstatement", keyOnly, reinstate)
	on("POST /v1/users/invite", keyOnly, inviteUser)
	on("GET /v1/users", keyOnly, func(c *call) any {
		withStatus := c.choiceQuery("withStatus", "true", "false") == "true"
		rows := matching(matching(replicaRows("users", c.biz), c, "email"), c, "personId")
		return c.numberedPage(rows, func(u M) M { return showUser(u, withStatus) })
	})
	on("GET /v1/users/{userId}", userToo, func(c *call) any {
		user := c.stored("users", "userId")
		c.onlySelf(c.params["userId"])
		return showUser(user, c.choiceQuery("withStatus", "true", "false") == "true")
	})
	on("PATCH /v1/users/{userId}", userToo, updateUser)
	on("POST /v1/users/{userId}/password", userToo, setPassword)
	on("DELETE /v1/sandbox/users/{userId}", keyOnly, deleteUser)
	on("POST /v1/files", userToo, uploadFile)
	on("GET /v1/files/{fileId}", userToo, func(c *call) any {
		file := c.stored("files", "fileId")
		c.onlySelf(text(file, "_user"))
		return public(file)
	})
	on("POST /v1/auth/login/jwt", keyOnly, loginWithJWT)
	on("POST /v1/auth/session", redirectOnly, openSession)
}

// matching filters by an equally named query parameter; e-mail addresses without regard to case.
func matching(rows []M, c *call, field string) []M {
	if !c.r.URL.Query().Has(field) { return rows }
	found := []M{}
	for _, row := range rows { if strings.EqualFold(text(row, field), c.query(field)) { found = append(found, row) } }
	return found
}

// newBusiness takes effect at once, because the answer carries the tenant key that the caller may use next.
func newBusiness(b M, ofPlatform bool) string {
	id := newID()
	b["_id"], b["_biz"], b["_platform"] = id, id, ofPlatform
	b["businessId"], b["tenantKey"], b["_kyb"] = id, "tk_"+newID(), M{"status": "NOT_STARTED"}
	b["createdTimestamp"] = unixNow()
	insert("businesses", b)
	walletOf(id, homeCurrency(text(b, "country")))
	for _, personType := range []string{"employee", "contractor"} { insert("templates", templateFor(b, personType)) }
	return id
}

func createBusiness(c *call) any {
	in := c.input()
	b := M{"businessName": in.text("businessName", true), "businessShortName": in.text("businessShortName", false),
		"adminFirstName": in.text("adminFirstName", false), "adminLastName": in.text("adminLastName", false),
		"adminEmail": in.email("adminEmail", true), "adminPhoneNumber": in.phone("adminPhoneNumber", false),
		"address": in.address("address", false), "country": in.country("country", true),
		"registrationId": in.text("registrationId", false)}
	key := in.text("idempotencyKey", true)
	in.flag("suppressWelcomeEmail")
	in.check()
	c.status = 201
	for _, earlier := range tableOf("businesses").rows {
		if earlier["_key"] == key { // the same key answers the business that it created first
			return M{"businessId": earlier["businessId"], "tenantKey": earlier["tenantKey"]}
		}
	}
	b["_key"] = key
	newBusiness(b, true)
	return M{"businessId": b["businessId"], "tenantKey": b["tenantKey"]}
}

// ownBusiness is the business of the path, which must be the one in scope ("current" stands for it).
func (c *call) ownBusiness() M {
	if id := c.params["businessId"]; id != "current" && id != c.biz { forbidden("the business is not in the scope of this request") }
	return c.business()
}

func updateBusiness(c *call) any {
	b, in := c.ownBusiness(), c.input()
	name, short := in.text("businessName", true), in.text("businessShortName", false)
	in.check()
	later(c.biz, func() {
		b["businessName"] = name
		if in.has("businessShortName") { b["businessShortName"] = short }
		emit(text(b, "_id"), "business.basicinfo.updated", M{"businessId": b["businessId"], "businessName": name})
	})
	return c.accepted("", "UPDATE_ACCEPTED")
}

func createCustomField(c *call) any {
	c.ownBusiness()
	in := c.input()
	name := in.text("name", true)
	in.check()
	id := newID()
	create("customFields", c.biz, id, M{"id": id, "name": name}, nil)
	return c.created("/v1/businesses/" + c.biz + "/customFields/" + id)
}

func renameCustomField(c *call) any {
	c.ownBusiness()
	field, in := c.target("customFields", "customFieldId"), c.input()
	name := in.text("name", true)
	in.check()
	later(c.biz, func() {
		field["name"] = name
		touch("customFields", field)
		for _, person := range tableOf("persons").rows { // the new name shows wherever a person has the field
			for _, value := range object(person, "jobInfo")["customFields"].([]M) {
				if value["id"] == field["id"] { value["name"] = name; touch("persons", person) }
			}
		}
	})
	return c.accepted("", "UPDATE_ACCEPTED")
}

func readCompensation(in *input) (shown, salary M) {
	shown = M{"type": in.oneOf("type", false, "net", "gross"), "frequency": in.text("frequency", false),
		"employmentModel": in.text("employmentModel", false)}
	return shown, in.money("salary", false) // the salary is write-only: reads show compInfo without it
}

func readJob(in *input, entity string) M {
	job := M{"startDate": in.date("startDate", false), "employeeNumber": in.text("employeeNumber", false),
		"title": in.text("title", false), "department": in.text("department", false), "entityId": entity}
	fields := []M{}
	for _, f := range in.objects("customFields", false) {
		fields = append(fields, M{"id": f.uuid("id", true), "name": f.text("name", false), "value": f.text("value", true)})
	}
	job["customFields"] = fields
	return job
}

func createPerson(c *call) any {
	in, id := c.input(), newID()
	shown, salary := readCompensation(in.object("compInfo", false))
	p := M{"id": id, "firstName": in.text("firstName", true), "lastName": in.text("lastName", true),
		"email": in.email("email", true), "address": in.address("address", false),
		"phoneNumber": in.phone("phoneNumber", false), "metadata": in.strings("metadata"),
		"businessName": in.text("businessName", false), "type": in.oneOf("type", true, "EMPLOYEE", "CONTRACTOR"),
		"contractorType": in.oneOf("contractorType", false, "INDIVIDUAL", "COMPANY"), "compInfo": shown, "_salary": salary,
		"jobInfo": readJob(in.object("jobInfo", false), c.biz), "personalInfo": M{}, "taxProfile": M{},
		"lifecycle": "Active", "pendingExit": nil}
	if p["type"] == "CONTRACTOR" && p["contractorType"] == "" {
		p["contractorType"] = "INDIVIDUAL"
	} else if p["type"] == "EMPLOYEE" && p["contractorType"] != "" { in.bad("contractorType", "is for contractors only") }
	in.check()
	create("persons", c.biz, id, p, func() {
		data := pick(p, "id", "firstName", "lastName", "email", "contractorType", "phoneNumber")
		data["personType"] = p["type"]
		emit(text(p, "_biz"), "person.created", data)
	})
	return c.accepted("/v1/persons/"+id, "")
}

func pick(row M, fields ...string) M {
	out := M{}
	for _, f := range fields { if v, ok := row[f]; ok { out[f] = v } }
	return out
}

// basics reads the fields that PATCH of persons and users may change.
func basics(in *input) M {
	change := M{}
	for _, f := range []string{"firstName", "lastName", "tag", "businessName"} {
		if in.has(f) { change[f] = in.text(f, f != "tag" && f != "businessName") }
	}
	if in.has("email") { change["email"] = in.email("email", true) }
	if in.has("phoneNumber") { change["phoneNumber"] = in.phone("phoneNumber", true) }
	if in.has("address") { change["address"] = in.address("address", true) }
	if in.has("metadata") { change["metadata"] = in.strings("metadata") }
	in.check()
	return change
}

func updatePerson(c *call) any {
	p := c.target("persons", "personId")
	change := basics(c.input())
	delete(change, "tag")
	later(c.biz, func() {
		maps.Copy(p, change)
		touch("persons", p)
		emit(text(p, "_biz"), "person.updated", pick(p, "id", "firstName", "lastName", "email", "phoneNumber"))
	})
	return c.accepted("", "UPDATE_ACCEPTED")
}

func putJobInfo(c *call) any {
	p, in := c.target("persons", "personId"), c.input()
	if !in.has("compInfo") && !in.has("jobInfo") { in.bad("body", "compInfo or jobInfo is required") }
	shown, salary := readCompensation(in.object("compInfo", false))
	job := readJob(in.object("jobInfo", false), text(object(p, "jobInfo"), "entityId"))
	in.check()
	later(c.biz, func() {
		if in.has("compInfo") { // replaced as a whole, but the employment model stays unless named
			if shown["employmentModel"] == "" { shown["employmentModel"] = object(p, "compInfo")["employmentModel"] }
			p["compInfo"], p["_salary"] = shown, salary
		}
		if in.has("jobInfo") { p["jobInfo"] = job }
		touch("persons", p)
		emit(text(p, "_biz"), "person.jobinfo.updated", pick(p, "id", "compInfo", "jobInfo"))
	})
	return c.accepted("", "UPDATE_ACCEPTED")
}

func putPersonalInfo(c *call) any {
	p, in := c.target("persons", "personId"), c.input()
	if !in.has("taxId") && !in.has("socialSecurityId") { in.bad("body", "taxId or socialSecurityId is required") }
	info := M{"taxId": in.text("taxId", false), "socialSecurityId": in.text("socialSecurityId", false)}
	in.check()
	later(c.biz, func() { p["personalInfo"] = info; touch("persons", p) })
	return c.accepted("", "UPDATE_ACCEPTED")
}

func putTaxProfile(c *call) any {
	p, in := c.target("persons", "personId"), c.input()
	in.text("maritalStatus", false)
	in.whole("numberOfDependents", false, 0, 99)
	in.check()
	later(c.biz, func() { p["taxProfile"] = c.body; touch("persons", p) })
	return c.accepted("", "UPDATE_ACCEPTED")
}

// Offboarding. The exit completes by itself when the exit date has passed (00:00 UTC of the next day).
func scheduleOffboarding(c *call) any {
	p, in := c.target("persons", "personId"), c.input()
	exit := M{"exitDate": in.date("exitDate", true), "reason": in.text("reason", true)}
	if text(exit, "exitDate") < today() { in.bad("exitDate", "must not be in the past") }
	in.check()
	if p["lifecycle"] != "Active" || p["pendingExit"] != nil {
		conflict("only an active person without a scheduled exit can be offboarded")
	}
	later(c.biz, func() {
		if p["lifecycle"] != "Active" || p["pendingExit"] != nil { return }
		p["pendingExit"] = exit
		touch("persons", p)
		emit(text(p, "_biz"), "person.offboarding.scheduled", exitData(p, exit))
		at(dayStart(text(exit, "exitDate"), 1), func() { completeExit(p, exit) })
	})
	return c.accepted("", "OFFBOARDING_SCHEDULED")
}

func exitData(p, exit M) M { return M{"id": p["id"], "exitDate": exit["exitDate"], "reason": exit["reason"]} }

func completeExit(p, exit M) {
	if pending := object(p, "pendingExit"); pending == nil || exit != nil && pending["exitDate"] != exit["exitDate"] { return }
	emit(text(p, "_biz"), "person.offboarding.completed", exitData(p, object(p, "pendingExit")))
	p["lifecycle"], p["pendingExit"] = "Former", nil
	touch("persons", p)
}

func cancelOffboarding(c *call) any {
	p := c.target("persons", "personId")
	later(c.biz, func() {
		if p["pendingExit"] != nil {
			p["pendingExit"] = nil
			touch("persons", p)
			emit(text(p, "_biz"), "person.offboarding.cancelled", M{"id": p["id"]})
		}
	})
	return c.accepted("", "CANCELLATION_ACCEPTED")
}

func reinstate(c *call) any {
	p := c.target("persons", "personId")
	later(c.biz, func() {
		if p["lifecycle"] == "Former" {
			p["lifecycle"] = "Active"
			touch("persons", p)
			emit(text(p, "_biz"), "person.reinstated", M{"id": p["id"]})
		}
	})
	return c.accepted("", "REINSTATEMENT_ACCEPTED")
}

// Users. An invited user is INVITE_SENT until a password is set or a user token is issued, then active.
func inviteUser(c *call) any {
	in := c.input()
	p := c.referred(in, "personId", "persons", true)
	in.check()
	for _, users := range []map[string]M{tableOf("users").rows, tableOf("users").accepted} {
		for id, u := range users {
			if u["personId"] == p["id"] && u["_deleted"] != true { // invited already: the invitation is sent again
				return c.accepted("/v1/users/"+id, "")
			}
		}
	}
	id := newID()
	u := pick(p, "firstName", "lastName", "email", "phoneNumber", "metadata")
	maps.Copy(u, M{"id": id, "personId": p["id"], "roleId": roleFor(text(p, "type")), "status": "INVITE_SENT", "_tag": "",
		"_kyc": M{"identity": M{"status": "NOT_SUBMITTED"}, "address": M{"status": "NOT_SUBMITTED"}}})
	create("users", c.biz, id, u, func() {
		emit(text(u, "_biz"), "user.created", pick(u, "id", "firstName", "lastName", "email", "personId", "phoneNumber"))
	})
	return c.accepted("/v1/users/"+id, "")
}

func roleFor(personType string) string {
	if personType == "EMPLOYEE" { return "6f1d1a3e-0000-4000-8000-000000000001" }
	return "6f1d1a3e-0000-4000-8000-000000000002"
}

func showUser(u M, withStatus bool) M {
	if withStatus { return public(u) }
	return public(u, "status")
}

func updateUser(c *call) any {
	u := c.target("users", "userId")
	c.onlySelf(c.params["userId"])
	change := basics(c.input())
	later(c.biz, func() {
		renamed := false
		for _, f := range []string{"firstName", "lastName"} { renamed = renamed || change[f] != nil && change[f] != u[f] }
		for f, v := range change {
			if f == "tag" {
				u["_tag"] = v
			} else if _, known := u[f]; known { u[f] = v }
		}
		touch("users", u)
		data := pick(u, "id", "firstName", "lastName", "email", "phoneNumber")
		data["type"], data["tag"], data["isNameUpdated"] = "basic_info", u["_tag"], renamed
		emit(text(u, "_biz"), "user.updated", data)
	})
	return c.accepted("", "UPDATE_ACCEPTED")
}

func setPassword(c *call) any {
	u, in := c.target("users", "userId"), c.input()
	c.onlySelf(c.params["userId"])
	if password := in.text("password", true); password != "" && len(password) < 8 { in.bad("password", "must have at least 8 characters") }
	in.check()
	later(c.biz, func() {
		u["status"] = "active"
		touch("users", u)
		emit(text(u, "_biz"), "user.profile.updated", M{"id": u["id"], "type": "password_set"})
	})
	return c.accepted("", "UPDATE_ACCEPTED")
}

func deleteUser(c *call) any {
	u := c.target("users", "userId")
	if u["_deleted"] == true { notFound() }
	u["_deleted"] = true
	later(c.biz, func() { remove("users", u) })
	c.status = 204
	return nil
}

func uploadFile(c *call) any {
	in, id := c.input(), newID()
	name, kind := in.text("fileName", true), in.text("contentType", true)
	content, err := base64.StdEncoding.DecodeString(in.text("contentBase64", true))
	if err != nil { in.bad("contentBase64", "must be standard base64") }
	in.check()
	create("files", c.biz, id, M{"id": id, "fileName": name, "contentType": kind, "size": len(content), "_user": c.user}, nil)
	return c.created("/v1/files/" + id)
}

// loginWithJWT checks the caller's own token (HS256). Its exp and nbf are compared with real time, because the
// outside party that signed it does not know the virtual clock.
func loginWithJWT(c *call) any {
	in := c.input()
	parts := strings.Split(in.text("jwt", true), ".")
	in.check()
	refuse := func() { fail(401, "EXTERNAL_TOKEN_REFUSED", "the external token is not valid") }
	if len(parts) != 3 { refuse() }
	mac := hmac.New(sha256.New, []byte(os.Getenv("JWT_SECRET")))
	mac.Write([]byte(parts[0] + "." + parts[1]))
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || !hmac.Equal(signature, mac.Sum(nil)) { refuse() }
	var header, claims M
	for i, into := range []*M{&header, &claims} {
		decoded, _ := base64.RawURLEncoding.DecodeString(parts[i])
		if json.Unmarshal(decoded, into) != nil || *into == nil { refuse() }
	}
	second := time.Now().Unix()
	if header["alg"] != "HS256" || claims["exp"] != nil && number(claims["exp"]) <= second || number(claims["nbf"]) > second { refuse() }
	email := text(claims, "email") // the user is named by sub (user id) or email
	for _, users := range []map[string]M{tableOf("users").rows, tableOf("users").accepted} {
		for id, u := range users {
			if u["_biz"] == c.biz && (id == claims["sub"] || email != "" && strings.EqualFold(text(u, "email"), email)) {
				token := newSecret("rdt_")
				userTokens[token] = &userToken{id, c.biz, true, now().Add(5 * time.Minute)}
				return M{"redirectToken": token}
			}
		}
	}
	refuse()
	return nil
}

func openSession(c *call) any {
	delete(userTokens, strings.TrimPrefix(c.r.Header.Get("Authorization"), "Bearer "))
	c.status = 201
	return issueUserToken(tableOf("users").find(c.user))
}

func issueUserToken(u M) M {
	token, expires := newSecret("usr_"), now().Add(time.Hour)
	userTokens[token] = &userToken{text(u, "_id"), text(u, "_biz"), false, expires}
	later(text(u, "_biz"), func() { u["status"] = "active"; touch("users", u) })
	return M{"userToken": token, "expiresAt": expires.Unix()}
}
