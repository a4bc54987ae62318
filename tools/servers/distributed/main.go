// A workforce payroll and payments service (sandbox), see README.md. State in memory, one process.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Who may use a route.
const (
	keyOnly      = iota // org or platform token
	platformOnly        // platform token
	userToo             // user token as well; the handler checks whose resource it is
	redirectOnly        // redirect token from the JWT login
	controlOnly         // test control
	controlFree         // test control that takes the lock itself
)

type route struct {
	method   string
	segments []string
	access   int
	handle   func(*call) any
}

// call is one request with what authentication found out about it.
type call struct {
	r       *http.Request
	raw     []byte
	body    M
	params  map[string]string
	biz     string // business in scope
	user    string // user of a user token or redirect token
	control bool
	status  int
	header  http.Header
	plain   []byte // answered instead of JSON when set
}

type apiKey struct {
	biz      string
	platform bool
	revoked  bool
	ips      []string // when not empty, the only addresses the key works from
}

type userToken struct {
	user, biz string
	redirect  bool
	expires   time.Time
}

var (
	routes     []route
	apiKeys    = map[string]*apiKey{}
	userTokens = map[string]*userToken{}
	primary    string // id of the platform's default business
)

const maxBody = 12 << 20

func on(pattern string, access int, handle func(*call) any) {
	method, path, _ := strings.Cut(pattern, " ")
	routes = append(routes, route{method, strings.Split(path, "/"), access, handle})
}

// match finds the route of a request; known tells that the path exists with another method.
func match(method, path string) (found *route, params map[string]string, known bool) {
	segments := strings.Split(path, "/")
next:
	for i := range routes {
		r := &routes[i]
		if len(r.segments) != len(segments) { continue }
		p := map[string]string{}
		for j, s := range r.segments {
			if strings.HasPrefix(s, "{") && segments[j] != "" {
				p[s[1:len(s)-1]] = segments[j]
			} else if s != segments[j] { continue next }
		}
		known = true
		if r.method == method { return r, p, true }
	}
	return nil, nil, known
}

func serve(w http.ResponseWriter, r *http.Request) {
	c := &call{r: r, status: 200, header: w.Header()}
	raw, readError := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	c.raw = raw
	answer := answerTo(c, readError)
	if c.plain != nil {
		answer = c.plain
	} else if len(answer) > 0 { w.Header().Set("Content-Type", "application/json") }
	w.WriteHeader(c.status)
	w.Write(answer)
}

// answerTo runs the handler under the lock and turns thrown errors into error objects.
func answerTo(c *call, readError error) (answer []byte) {
	defer func() {
		if thrown := recover(); thrown != nil {
			e, ok := thrown.(apiError)
			if !ok {
				fmt.Fprintln(os.Stderr, c.r.Method, c.r.URL.Path, "failed:", thrown)
				e = apiError{500, "internal_error", "an unexpected error occurred, retry later", nil}
			}
			body := M{"code": e.code, "message": e.message}
			if len(e.params) > 0 { body["params"] = e.params }
			c.status, c.plain = e.status, nil
			answer, _ = json.Marshal(body)
		}
	}()
	found, params, known := match(c.r.Method, strings.TrimSuffix(c.r.URL.Path, "/"))
	c.params = params
	c.control = strings.HasPrefix(c.r.URL.Path, "/control/")
	if found != nil && found.access == controlFree {
		c.authorizeControl()
		c.parse(readError)
		return encode(found.handle(c))
	}
	mu.Lock()
	defer mu.Unlock()
	if c.control {
		c.authorizeControl()
	} else { c.authorize(found) }
	if found == nil && known {
		fail(405, "METHOD_NOT_ALLOWED", "the path exists, but not with this method")
	} else if found == nil { notFound() }
	c.parse(readError)
	return encode(found.handle(c))
}

func encode(v any) []byte {
	if v == nil { return nil }
	out, err := json.Marshal(v)
	if err != nil { panic(err) }
	return out
}

// parse reads the JSON object of requests that have a body.
func (c *call) parse(readError error) {
	c.body = M{}
	if readError != nil || len(c.raw) > maxBody {
		fail(413, "PAYLOAD_TOO_LARGE", fmt.Sprintf("the body could not be read or is larger than %d bytes", maxBody))
	}
	if len(c.raw) == 0 { return }
	in := &input{errors: map[string]string{}}
	if t, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		in.bad("body", "must be sent as application/json")
	} else if json.Unmarshal(c.raw, &c.body) != nil || c.body == nil { in.bad("body", "must be a JSON object") }
	in.check()
}

func (c *call) authorizeControl() {
	if key := os.Getenv("CONTROL_KEY"); key != "" && c.r.Header.Get("Authorization") != "Bearer "+key {
		fail(401, "UNAUTHENTICATED", "the control key is missing or wrong")
	}
}

// authorize finds out who calls and which business the request is about.
func (c *call) authorize(found *route) {
	token, ok := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer ")
	if !ok || token == "" { fail(401, "UNAUTHENTICATED", "a bearer token is required") }
	access := keyOnly
	if found != nil { access = found.access }
	tenantKey := c.r.Header.Get("X-MultiTenantKey")
	if t := userTokens[token]; t != nil {
		if !t.expires.After(now()) || tableOf("users").find(t.user) == nil { fail(401, "UNAUTHENTICATED", "the token has expired") }
		c.biz, c.user = t.biz, t.user
		if t.redirect != (access == redirectOnly) {
			if t.redirect { fail(401, "UNAUTHENTICATED", "a redirect token can only be exchanged for a session") }
			forbidden("this operation needs a redirect token")
		}
		if tenantKey != "" && tenantKey != c.business()["tenantKey"] { forbidden("the tenant key is not the one of this token") }
		if !t.redirect && found != nil && access != userToo { forbidden("a user token gives access to the user's own resources only") }
		return
	}
	key := apiKeys[token]
	switch {
	case token == os.Getenv("PRODUCTION_KEY"): fail(401, "UNAUTHENTICATED", "this key belongs to another environment")
	case key == nil || key.revoked: fail(401, "UNAUTHENTICATED", "the token is not valid")
	case access == redirectOnly: fail(401, "UNAUTHENTICATED", "this operation needs a redirect token")
	}
	host, _, _ := net.SplitHostPort(c.r.RemoteAddr)
	if len(key.ips) > 0 && !slices.Contains(key.ips, host) { forbidden("the token is bound to other IP addresses") }
	if access == platformOnly && !key.platform { forbidden("a platform token is required") }
	c.biz = key.biz
	if tenantKey == "" || tenantKey == c.business()["tenantKey"] { return }
	for id, b := range tableOf("businesses").rows {
		if key.platform && b["_platform"] == true && b["tenantKey"] == tenantKey { c.biz = id; return }
	}
	forbidden("the tenant key does not belong to the platform")
}

func (t *table) find(id string) M {
	if row := t.rows[id]; row != nil { return row }
	return t.accepted[id]
}

func (c *call) business() M { return tableOf("businesses").rows[c.biz] }

// target is the row the path names, for writes: it counts as soon as it was accepted. Controls see all businesses.
func (c *call) target(name, param string) M {
	row := tableOf(name).find(c.params[param])
	if row == nil || !c.control && row["_biz"] != c.biz { notFound() }
	return row
}

// stored is the row the path names, for reads: it counts when the queue has applied it.
func (c *call) stored(name, param string) M {
	row := tableOf(name).rows[c.params[param]]
	if row == nil || row["_biz"] != c.biz { notFound() }
	return row
}

// referred is a row that a body field names, in the business of the call.
func (c *call) referred(in *input, field, name string, required bool) M {
	id := in.text(field, required)
	row := tableOf(name).find(id)
	if id != "" && (row == nil || row["_biz"] != c.biz) { in.bad(field, "does not exist"); return nil }
	return row
}

// onlySelf refuses a user token that asks for the resources of another user.
func (c *call) onlySelf(user string) {
	if c.user != "" && c.user != user { forbidden("a user token gives access to the user's own resources only") }
}

// onlyOwn is the same with the person the resource belongs to.
func (c *call) onlyOwn(person string) {
	if c.user != "" && tableOf("users").find(c.user)["personId"] != person {
		forbidden("a user token gives access to the user's own resources only")
	}
}

// accepted answers 202 with an optional location and an optional status-only body.
func (c *call) accepted(location, status string) any {
	c.status = 202
	if location != "" { c.header.Set("Location", location) }
	if status == "" { return nil }
	return M{"status": status}
}

// created answers 201 with the location and no body.
func (c *call) created(location string) any {
	c.status = 201
	c.header.Set("Location", location)
	return nil
}

func main() {
	addPeopleRoutes()
	addVerificationRoutes()
	addPaymentRoutes()
	addPayrollRoutes()
	addDocumentRoutes()
	addTaxRoutes()
	addAccountRoutes()
	addControlRoutes()
	primary = newBusiness(M{"businessName": "Default Platform Business", "country": "US"}, true)
	other := newBusiness(M{"businessName": "Independent Business", "country": "US"}, false)
	if key := os.Getenv("PLATFORM_KEY"); key != "" { apiKeys[key] = &apiKey{biz: primary, platform: true} }
	if key := os.Getenv("ORG_KEY"); key != "" { apiKeys[key] = &apiKey{biz: other} }
	port := os.Getenv("PORT")
	if port == "" { port = "0" }
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
	server := &http.Server{Handler: http.HandlerFunc(serve), ReadHeaderTimeout: 10 * time.Second}
	go engine()
	go server.Serve(listener)
	fmt.Printf("listening on http://%s\n", listener.Addr())
	stop, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	<-stop.Done()
	server.Close()
}
