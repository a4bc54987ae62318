package main

import (
	"encoding/base64"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	uuidForm     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	countryForm  = regexp.MustCompile(`^[A-Z]{2}$`)
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
)

// apiError is thrown by handlers (panic) and answered as the documented error object.
type apiError struct {
	status        int
	code, message string
	params        map[string]string
}

func fail(status int, code, message string) { panic(apiError{status, code, message, nil}) }
func conflict(message string)               { fail(409, "STATE_CONFLICT", message) }
func notFound()                             { fail(404, "resource_not_found", "the requested resource could not be found") }
func forbidden(message string)              { fail(403, "ACCESS_DENIED", message) }

// input reads fields of a body object and collects what is wrong with them under their dotted path.
type input struct {
	m      M
	path   string
	errors map[string]string
	absent bool // an optional object that was not sent: nothing in it is required
}

func (c *call) input() *input { return &input{m: c.body, errors: map[string]string{}} }
func (in *input) has(field string) bool { return in.m[field] != nil }
func (in *input) bad(field, message string) { in.errors[in.path+field] = message }

// check throws the validation error when anything was wrong.
func (in *input) check() {
	if len(in.errors) > 0 { panic(apiError{400, "invalid_request_body", "the request body provided is not valid", in.errors}) }
}

func (in *input) missing(field string, required bool) bool {
	if in.m[field] != nil { return false }
	if required && !in.absent { in.bad(field, "is required") }
	return true
}

func (in *input) text(field string, required bool) string {
	if in.missing(field, required) { return "" }
	s, ok := in.m[field].(string)
	if !ok {
		in.bad(field, "must be a string")
	} else if required && strings.TrimSpace(s) == "" { in.bad(field, "must not be empty") }
	return s
}

// form reads a string that, unless empty and optional, must satisfy a test.
func (in *input) form(field string, required bool, test func(string) bool, hint string) string {
	s := in.text(field, required)
	if s != "" && !test(s) { in.bad(field, hint) }
	return s
}

func isDate(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }
func (in *input) date(field string, required bool) string { return in.form(field, required, isDate, "must be a date YYYY-MM-DD") }
func (in *input) uuid(field string, required bool) string { return in.form(field, required, uuidForm.MatchString, "must be a UUID") }
func (in *input) country(field string, required bool) string {
	return in.form(field, required, countryForm.MatchString, "must be a 2-letter country code")
}
func (in *input) currency(field string, required bool) string {
	return in.form(field, required, currencyForm.MatchString, "must be a 3-letter currency code")
}
func (in *input) email(field string, required bool) string {
	return in.form(field, required, func(s string) bool {
		a, err := mail.ParseAddress(s)
		return err == nil && a.Address == s && strings.Contains(s[strings.LastIndex(s, "@"):], ".")
	}, "must be an email address")
}
func (in *input) oneOf(field string, required bool, values ...string) string {
	return in.form(field, required, func(s string) bool { return slices.Contains(values, s) },
		"must be one of "+strings.Join(values, ", "))
}

func (in *input) flag(field string) bool {
	if in.missing(field, false) { return false }
	b, ok := in.m[field].(bool)
	if !ok { in.bad(field, "must be true or false") }
	return b
}

func (in *input) whole(field string, required bool, low, high int64) int64 {
	if in.missing(field, required) { return low }
	f, ok := in.m[field].(float64)
	if !ok || f != float64(int64(f)) || f < float64(low) || f > float64(high) {
		in.bad(field, fmt.Sprintf("must be an integer of %d to %d", low, high))
		return low
	}
	return int64(f)
}

func (in *input) object(field string, required bool) *input {
	sub := &input{path: in.path + field + ".", errors: in.errors, absent: true}
	if in.missing(field, required) { return sub }
	m, ok := in.m[field].(M)
	if !ok { in.bad(field, "must be an object"); return sub }
	sub.m, sub.absent = m, false
	return sub
}

func (in *input) objects(field string, required bool) []*input {
	if in.missing(field, required) { return nil }
	items, ok := in.m[field].([]any)
	if !ok || required && len(items) == 0 { in.bad(field, "must be an array with at least one element") }
	var subs []*input
	for i, item := range items {
		m, ok := item.(M)
		if !ok { in.bad(fmt.Sprintf("%s[%d]", field, i), "must be an object"); continue }
		subs = append(subs, &input{m: m, path: fmt.Sprintf("%s%s[%d].", in.path, field, i), errors: in.errors})
	}
	return subs
}

// money reads a Money object. Amounts are positive integers in the minor unit of the currency (our choice).
func (in *input) money(field string, required bool) M {
	sub := in.object(field, required)
	if sub.absent { return nil }
	return money(sub.whole("amount", true, 1, 1e13), sub.currency("currency", true))
}

func (in *input) address(field string, required bool) M {
	sub, out := in.object(field, required), M{}
	for _, f := range []string{"line1", "line2", "city", "postalCode", "state"} { out[f] = sub.text(f, false) }
	out["countryCode"] = sub.country("countryCode", false)
	return out
}

func (in *input) phone(field string, required bool) M {
	sub := in.object(field, required)
	return M{"countryCode": sub.text("countryCode", true), "number": sub.text("number", true)}
}

func (in *input) strings(field string) M {
	sub, out := in.object(field, false), M{}
	for k := range sub.m { out[k] = sub.text(k, false) }
	return out
}

// query parameters are validated like bodies.
func (c *call) query(name string) string { return c.r.URL.Query().Get(name) }

func badQuery(name, message string) {
	panic(apiError{400, "invalid_request_body", "the request parameters provided are not valid", map[string]string{name: message}})
}

func (c *call) wholeQuery(name string, fallback, low, high int) int {
	if !c.r.URL.Query().Has(name) { return fallback }
	n, err := strconv.Atoi(c.query(name))
	if err != nil || n < low || n > high { badQuery(name, fmt.Sprintf("must be an integer of %d to %d", low, high)) }
	return n
}

func (c *call) choiceQuery(name string, choices ...string) string {
	v := c.query(name)
	if c.r.URL.Query().Has(name) && !slices.Contains(choices, v) { badQuery(name, "must be one of "+strings.Join(choices, ", ")) }
	return v
}

// numberedPage answers the page shape.
func (c *call) numberedPage(rows []M, show func(M) M) M {
	page, limit := c.wholeQuery("page", 1, 1, 1e6), c.wholeQuery("limit", 20, 1, 100)
	skipped := (page - 1) * limit
	data := []M{}
	for i := skipped; i < min(len(rows), skipped+limit); i++ { data = append(data, show(rows[i])) }
	pages := (len(rows) + limit - 1) / limit
	return M{"data": data, "meta": M{"limit": limit, "currentPage": page, "skipped": skipped, "pages": pages, "itemCount": len(rows)}}
}

// cursorPage answers the cursor shape. A cursor names the row at which a page begins or before which it ends.
func (c *call) cursorPage(rows []M, show func(M) M) M {
	size := c.wholeQuery("maxResults", 25, 1, 100)
	start, end := 0, min(len(rows), size)
	if cursor := c.query("cursor"); cursor != "" {
		decoded, _ := base64.RawURLEncoding.DecodeString(cursor)
		kind, id, _ := strings.Cut(string(decoded), ":")
		i := slices.IndexFunc(rows, func(r M) bool { return r["_id"] == id })
		switch {
		case i >= 0 && kind == "from": start, end = i, min(len(rows), i+size)
		case i >= 0 && kind == "before": start, end = max(0, i-size), i
		default: badQuery("cursor", "is not a cursor of this list")
		}
	}
	data, node := []M{}, M{"previous": nil, "next": nil}
	for _, row := range rows[start:end] { data = append(data, show(row)) }
	if start > 0 { node["previous"] = base64.RawURLEncoding.EncodeToString([]byte("before:" + text(rows[start], "_id"))) }
	if end < len(rows) { node["next"] = base64.RawURLEncoding.EncodeToString([]byte("from:" + text(rows[end], "_id"))) }
	return M{"data": data, "node": node}
}
