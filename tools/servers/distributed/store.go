package main

import (
	"crypto/rand"
	"fmt"
	mrand "math/rand"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The state of the service: write-side tables, a FIFO queue that applies accepted writes 100 to 280 ms
// later, a read replica that follows 50 to 150 ms behind the tables, and one virtual clock for everybody.

type M = map[string]any

// table holds rows that were accepted but not applied yet, the applied rows, and the replica that lists read.
type table struct {
	accepted, rows, replica map[string]M
	replicaOrder            []string
}

type job struct {
	due time.Time
	biz string
	run func()
}

type replicaWrite struct {
	due   time.Time
	table *table
	id    string
	biz   string
	row   M // nil removes the row
}

type timer struct {
	at  time.Time
	run func()
}

var (
	mu          sync.Mutex // guards everything below
	tables      = map[string]*table{}
	queue       []job
	replicaLog  []replicaWrite
	timers      []timer // sorted by virtual time
	clockOffset time.Duration
	clockWalk   sync.Mutex // one move of the clock at a time
)

func newID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func newSecret(prefix string) string { return prefix + strings.ReplaceAll(newID()+newID(), "-", "") }

// between answers a random duration of low to high milliseconds.
// pace shortens every delay, so that a test run need not take as long as the service would: PACE=0.1 is ten times faster.
var pace = func() float64 {
	if value, err := strconv.ParseFloat(os.Getenv("PACE"), 64); err == nil && value > 0 {
		return value
	}
	return 1
}()

func between(low, high int) time.Duration {
	return time.Duration(float64(low+mrand.Intn(high-low+1)) * pace * float64(time.Millisecond))
}
func now() time.Time { return time.Now().Add(clockOffset).UTC() }
func today() string  { return now().Format(time.DateOnly) }
func unixNow() int64 { return now().Unix() }

// dayStart is 00:00 UTC of a date plus a number of days.
func dayStart(date string, plusDays int) time.Time {
	t, _ := time.Parse(time.DateOnly, date)
	return t.AddDate(0, 0, plusDays)
}

func tableOf(name string) *table {
	if tables[name] == nil { tables[name] = &table{accepted: map[string]M{}, rows: map[string]M{}, replica: map[string]M{}} }
	return tables[name]
}

// later puts work on the queue. Work is applied in the order in which it was accepted.
func later(biz string, run func()) {
	due := time.Now().Add(between(100, 280))
	if n := len(queue); n > 0 && queue[n-1].due.After(due) { due = queue[n-1].due }
	queue = append(queue, job{due, biz, run})
}

// flush applies at once what is now queued for a business, for what the document wants at once ("" = all businesses).
func flush(biz string) {
	var mine, others []job
	for _, j := range queue {
		if biz == "" || j.biz == biz {
			mine = append(mine, j)
		} else { others = append(others, j) }
	}
	queue = others
	for _, j := range mine { safely(j.run) }
}

func safely(run func()) {
	defer func() {
		if r := recover(); r != nil { fmt.Fprintln(os.Stderr, "background work failed:", r) }
	}()
	run()
}

// at runs something when virtual time reaches a moment.
func at(moment time.Time, run func()) {
	i := sort.Search(len(timers), func(i int) bool { return timers[i].at.After(moment) })
	timers = slices.Insert(timers, i, timer{moment, run})
}

func runTimers() { for len(timers) > 0 && !timers[0].at.After(now()) { t := timers[0]; timers = timers[1:]; safely(t.run) } }

// create accepts a new row: other writes may refer to it at once, reads see it when the queue has applied it.
func create(name, biz, id string, row M, then func()) {
	t := tableOf(name)
	row["_id"], row["_biz"] = id, biz
	t.accepted[id] = row
	later(biz, func() { insert(name, row); if then != nil { then() } })
}

func insert(name string, row M) {
	t := tableOf(name)
	delete(t.accepted, text(row, "_id"))
	t.rows[text(row, "_id")] = row
	touch(name, row)
}

// touch sends the present public content of a row to the replica.
func touch(name string, row M) {
	if tableOf(name).rows[text(row, "_id")] == nil { // removed meanwhile
		return
	}
	copied := deepCopy(public(row)).(M)
	copied["_id"], copied["_biz"] = row["_id"], row["_biz"]
	replicate(name, row, copied)
}

func remove(name string, row M) {
	delete(tableOf(name).rows, text(row, "_id"))
	replicate(name, row, nil)
}

func replicate(name string, row, copied M) {
	due := time.Now().Add(between(50, 140))
	if n := len(replicaLog); n > 0 && replicaLog[n-1].due.After(due) { due = replicaLog[n-1].due }
	replicaLog = append(replicaLog, replicaWrite{due, tableOf(name), text(row, "_id"), text(row, "_biz"), copied})
}

func runReplication(t time.Time) {
	for len(replicaLog) > 0 && !replicaLog[0].due.After(t) {
		w := replicaLog[0]
		replicaLog = replicaLog[1:]
		if w.row == nil {
			delete(w.table.replica, w.id)
			w.table.replicaOrder = slices.DeleteFunc(w.table.replicaOrder, func(id string) bool { return id == w.id })
			continue
		}
		if w.table.replica[w.id] == nil { w.table.replicaOrder = append(w.table.replicaOrder, w.id) }
		w.table.replica[w.id] = w.row
	}
}

// replicaRows lists the rows of a business as the replica knows them, oldest first.
func replicaRows(name, biz string) []M {
	t, found := tableOf(name), []M{}
	for _, id := range t.replicaOrder { if t.replica[id]["_biz"] == biz { found = append(found, t.replica[id]) } }
	return found
}

// engine drives queue, replica, timers and webhook deliveries in real time.
func engine() {
	for range time.Tick(2 * time.Millisecond) {
		mu.Lock()
		t := time.Now()
		for len(queue) > 0 && !queue[0].due.After(t) { j := queue[0]; queue = queue[1:]; safely(j.run) }
		runReplication(t)
		runTimers()
		startDeliveries(t, false)
		mu.Unlock()
	}
}

// advanceClock walks virtual time to the target, stopping at every timer and at every minute in which a webhook
// retry is due, so that what happens on the way happens at its own time and in order.
func advanceClock(target time.Time) {
	for {
		mu.Lock()
		for len(queue) > 0 { flush("") }
		startDeliveries(time.Now(), true)
		mu.Unlock()
		waitForDeliveries()
		mu.Lock()
		next, found := nextRetry()
		if len(timers) > 0 && (!found || timers[0].at.Before(next)) { next, found = timers[0].at, true }
		done := len(queue) == 0 && (!found || next.After(target))
		if done { next = target }
		if ahead := next.Sub(now()); ahead > 0 && (done || found && !next.After(target)) { clockOffset += ahead }
		runTimers()
		startDeliveries(time.Now(), false)
		mu.Unlock()
		if done { return }
		waitForDeliveries()
	}
}

func deepCopy(v any) any {
	switch v := v.(type) {
	case M:
		c := make(M, len(v))
		for k, e := range v { c[k] = deepCopy(e) }
		return c
	case []M:
		c := make([]M, len(v))
		for i, e := range v { c[i] = deepCopy(e).(M) }
		return c
	case []any:
		c := make([]any, len(v))
		for i, e := range v { c[i] = deepCopy(e) }
		return c
	}
	return v
}

func text(m M, key string) string { s, _ := m[key].(string); return s }
func object(m M, key string) M    { o, _ := m[key].(M); return o }

func number(v any) int64 {
	switch n := v.(type) {
	case int64: return n
	case int: return int64(n)
	case float64: return int64(n)
	}
	return 0
}

func money(amount int64, currency string) M { return M{"amount": amount, "currency": currency} }

// public copies a row without the fields that are internal (leading underscore) and without those named.
func public(row M, without ...string) M {
	c := M{}
	for k, v := range row { if k[0] != '_' && !slices.Contains(without, k) { c[k] = v } }
	return c
}
