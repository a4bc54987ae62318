package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// endpoint is a registered webhook receiver. The platform's endpoint (biz "") hears all businesses of the platform.
type endpoint struct{ id, biz, url, secret string }

// delivery is one message for one endpoint. The first attempt goes out after a short random real time (so messages
// overtake each other); retries are looked for only at full minutes of virtual time.
type delivery struct {
	endpoint *endpoint
	biz, id  string
	event    string
	envelope M
	body     []byte
	attempts int
	firstDue time.Time // real time of the first attempt
	retryDue time.Time // virtual time of the next retry, a full minute
	busy     bool
	repeat   bool // send a second time after success, as if the acknowledgement had been lost
	echo     bool // this is that second time; never retried
	state    string
}

var (
	endpoints      []*endpoint
	open           []*delivery // still to be attempted
	history        []*delivery // all of them, for the control that lists deliveries
	messageCount   int
	inFlight       = make(chan struct{}, 16)
	retrySchedule  = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 24 * time.Hour}
	deliveryClient = &http.Client{
		Timeout:       5 * time.Second,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 4, IdleConnTimeout: 5 * time.Second},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
)

// emit sends an event of a business to its endpoints and, for businesses of the platform, to the platform's.
func emit(biz, event string, data M) {
	b := tableOf("businesses").rows[biz]
	data["tenantKey"] = b["tenantKey"]
	data = deepCopy(data).(M)
	messageCount++
	id := "msg_" + newID()
	for _, e := range endpoints {
		if e.biz == biz || e.biz == "" && b["_platform"] == true {
			d := &delivery{endpoint: e, biz: biz, id: id, event: event, state: "PENDING", repeat: messageCount%7 == 3,
				firstDue: time.Now().Add(between(10, 250)),
				envelope: M{"eventType": event, "id": id, "version": "1.0", "data": data}}
			open, history = append(open, d), append(history, d)
		}
	}
	if len(history) > 5000 { history = slices.Clone(history[1000:]) }
}

// startDeliveries begins every attempt that is due; with hurry, first attempts do not wait for their random delay.
func startDeliveries(t time.Time, hurry bool) {
	still := open[:0]
	for _, d := range open {
		if d.state != "PENDING" { continue }
		still = append(still, d)
		first := d.attempts == 0
		if !d.busy && (first && (hurry || !d.firstDue.After(t)) || !first && !d.retryDue.After(now())) {
			d.busy = true
			go attempt(d)
		}
	}
	open = still
}

func attempt(d *delivery) {
	inFlight <- struct{}{}
	defer func() { <-inFlight }()
	mu.Lock()
	if !slices.Contains(endpoints, d.endpoint) { d.state, d.busy = "ENDPOINT_REMOVED", false; mu.Unlock(); return }
	sent := unixNow()
	if d.body == nil { // the body keeps the timestamp of the first sending, hook-timestamp is that of each attempt
		d.envelope["timestamp"] = sent
		d.body, _ = json.Marshal(d.envelope)
	}
	url, signature := d.endpoint.url, sign(d.endpoint.secret, d.body)
	mu.Unlock()
	success := false
	request, err := http.NewRequest("POST", url, bytes.NewReader(d.body))
	if err == nil {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("hook-id", d.id)
		request.Header.Set("hook-timestamp", strconv.FormatInt(sent, 10))
		request.Header.Set("hook-signature", signature)
		if response, err := deliveryClient.Do(request); err == nil {
			io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
			response.Body.Close()
			success = response.StatusCode/100 == 2
		}
	}
	mu.Lock()
	defer mu.Unlock()
	d.busy = false
	d.attempts++
	switch {
	case success:
		d.state = "DELIVERED"
		if d.repeat && d.attempts == 1 {
			again := *d
			again.state, again.attempts, again.repeat, again.echo = "PENDING", 0, false, true
			again.firstDue = time.Now().Add(between(30, 200))
			open = append(open, &again)
		}
	case d.echo || d.attempts > len(retrySchedule): d.state = "FAILED"
	default: // the dispatcher looks every minute: the retry leaves at the first full minute at or after its time
		d.retryDue = time.Unix(sent, 0).Add(retrySchedule[d.attempts-1] + time.Minute - time.Nanosecond).Truncate(time.Minute)
	}
}

// sign is the lower-case hex HMAC-SHA256 of the raw body, keyed with the signing secret as it was given out.
func sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func nextRetry() (next time.Time, found bool) {
	for _, d := range open {
		if d.state == "PENDING" && d.attempts > 0 && (!found || d.retryDue.Before(next)) { next, found = d.retryDue, true }
	}
	return
}

func waitForDeliveries() {
	for {
		mu.Lock()
		busy := slices.ContainsFunc(open, func(d *delivery) bool { return d.busy })
		mu.Unlock()
		if !busy { return }
		time.Sleep(3 * time.Millisecond)
	}
}

// isIdle tells whether queue, replica and due deliveries of a business ("" = all) have caught up.
func isIdle(biz string) bool {
	mine := func(b string) bool { return biz == "" || b == biz }
	return !slices.ContainsFunc(queue, func(j job) bool { return mine(j.biz) }) &&
		!slices.ContainsFunc(replicaLog, func(w replicaWrite) bool { return mine(w.biz) }) &&
		!slices.ContainsFunc(open, func(d *delivery) bool {
			return d.state == "PENDING" && mine(d.biz) && (d.busy || d.attempts == 0 || !d.retryDue.After(now()))
		}) && (len(timers) == 0 || timers[0].at.After(now()))
}
