package main

import "fmt"

// Tax calculation. Simplified monthly rules of four countries, rates in basis points, amounts in minor units.

type bracket struct{ upTo, rate int64 } // upTo 0 = no upper end; upTo counts the period's gross plus year-to-date salary

type levy struct {
	name string
	rate int64
}

type country struct {
	code, name, currency string
	regions              [][2]string
	brackets             []bracket
	pension              levy   // taken from the worker
	statutory            []levy // taken from the worker
	employer             []levy // paid by the employer on top
	fields               []M
}

func taxField(name string, required bool, kind, description string, enum ...string) M {
	f := M{"name": name, "required": required, "type": kind, "description": description}
	if len(enum) > 0 { f["enum"] = enum }
	return f
}

var maritalStatus = taxField("maritalStatus", true, "string", "Marital status for tax purposes", "SINGLE", "MARRIED", "WIDOWED")

var countries = []country{
	{"US", "United States", "USD", [][2]string{{"CA", "California"}, {"NY", "New York"}, {"TX", "Texas"}},
		[]bracket{{100000, 1000}, {400000, 1200}, {0, 2200}}, levy{"401(k)", 300}, []levy{{"Social Security", 620}, {"Medicare", 145}},
		[]levy{{"Social Security (employer)", 620}, {"Medicare (employer)", 145}, {"FUTA", 60}},
		[]M{taxField("socialSecurityId", true, "string", "Social security number"), maritalStatus, taxField("numberOfDependents", false, "integer", "Number of dependents")}},
	{"GB", "United Kingdom", "GBP", [][2]string{{"ENG", "England"}, {"SCT", "Scotland"}},
		[]bracket{{104800, 0}, {418900, 2000}, {0, 4000}}, levy{"Workplace pension", 500}, []levy{{"National Insurance", 800}},
		[]levy{{"National Insurance (employer)", 1380}, {"Workplace pension (employer)", 300}},
		[]M{taxField("taxId", true, "string", "Unique taxpayer reference"), taxField("taxCode", false, "string", "PAYE tax code")}},
	{"NG", "Nigeria", "NGN", [][2]string{{"LA", "Lagos"}, {"FC", "Abuja"}},
		[]bracket{{2500000, 700}, {5000000, 1100}, {0, 2100}}, levy{"Pension", 800}, []levy{{"National Housing Fund", 250}},
		[]levy{{"Pension (employer)", 1000}, {"NSITF", 100}},
		[]M{taxField("taxId", true, "string", "Tax identification number"), maritalStatus}},
	{"CO", "Colombia", "COP", [][2]string{{"DC", "Bogota"}, {"ANT", "Antioquia"}},
		[]bracket{{500000000, 0}, {0, 1900}}, levy{"Pension", 400}, []levy{{"Health", 400}},
		[]levy{{"Pension (employer)", 1200}, {"Health (employer)", 850}},
		[]M{taxField("taxId", true, "string", "NIT of the worker")}},
}

func addTaxRoutes() {
	on("POST /v1/tax/calculations", keyOnly, calculateTax)
	on("GET /v1/tax/locations", keyOnly, func(c *call) any {
		list := []M{}
		for _, k := range countries {
			regions := []M{}
			for _, r := range k.regions { regions = append(regions, M{"code": r[0], "name": r[1]}) }
			list = append(list, M{"code": k.code, "name": k.name, "regions": regions})
		}
		return M{"countries": list}
	})
	on("GET /v1/tax/required-fields", keyOnly, func(c *call) any {
		k := countryOf(c.query("country"))
		if k == nil { badQuery("country", "is not a supported country") }
		return M{"country": k.code, "fields": k.fields}
	})
}

func countryOf(code string) *country {
	for i := range countries { if countries[i].code == code { return &countries[i] } }
	return nil
}

func homeCurrency(code string) string {
	if k := countryOf(code); k != nil { return k.currency }
	if code == "CA" { return "CAD" }
	return map[bool]string{true: "EUR", false: "USD"}[code == "DE" || code == "FR" || code == "ES" || code == "NL" || code == "IE"]
}

// line is one item of a calculation; kind is tax, pension, statutory or employer.
type line struct {
	kind, name string
	amount     int64
	step       M
}

func taxLines(k *country, gross, yearToDate, extraPension int64) []line {
	tax, lower := int64(0), int64(0)
	steps := []M{}
	from, to := yearToDate, yearToDate+gross
	for _, b := range k.brackets {
		upper := b.upTo
		if upper == 0 || upper > to { upper = to }
		if part := upper - max(lower, from); part > 0 {
			tax += part * b.rate / 10000
			steps = append(steps, M{"from": max(lower, from), "to": upper, "ratePercent": float64(b.rate) / 100, "tax": part * b.rate / 10000})
		}
		lower = b.upTo
		if b.upTo == 0 || b.upTo >= to { break }
	}
	lines := []line{{"tax", "Income Tax", tax, M{"formula": "sum over brackets of (part of gross in bracket) * rate", "brackets": steps}}}
	add := func(kind string, l levy, extra int64) {
		lines = append(lines, line{kind, l.name, gross*l.rate/10000 + extra,
			M{"formula": fmt.Sprintf("%d * %.2f%% + %d", gross, float64(l.rate)/100, extra), "ratePercent": float64(l.rate) / 100}})
	}
	add("pension", k.pension, extraPension)
	for _, l := range k.statutory { add("statutory", l, 0) }
	for _, l := range k.employer { add("employer", l, 0) }
	return lines
}

// personCountry is where a person is taxed: the address, else the country of the business.
func personCountry(person M) *country {
	code := text(object(person, "address"), "countryCode")
	if code == "" { code = text(tableOf("businesses").rows[text(person, "_biz")], "country") }
	return countryOf(code)
}

func calculateTax(c *call) any {
	in := c.input()
	person, salary := c.referred(in, "personId", "persons", true), in.money("salary", true)
	extra := in.object("additionalAttributes", false)
	yearToDate, pension := extra.whole("yearToDateSalary", false, 0, 1e13), extra.whole("pensionContribution", false, 0, 1e13)
	if person != nil && personCountry(person) == nil { in.bad("personId", "lives in a country without tax support") }
	in.check()
	gross, currency := number(salary["amount"]), text(salary, "currency")
	net, deductions, contributions, summary := gross, []M{}, []M{}, []M{}
	for _, l := range taxLines(personCountry(person), gross, yearToDate, min(pension, gross/4)) {
		item := M{"name": l.name, "amount": money(l.amount, currency)}
		if l.kind == "employer" {
			contributions = append(contributions, item)
		} else { deductions = append(deductions, item); net -= l.amount }
		l.step["lineItem"], l.step["result"] = l.name, money(l.amount, currency)
		summary = append(summary, l.step)
	}
	return M{"personId": person["id"], "grossAmount": salary, "netAmount": money(net, currency), "deductions": deductions,
		"employerContributions": contributions, "summary": summary}
}

// payslip computes what one salary (a gross amount) comes to. Contractors have no deductions.
func payslip(person, salary M) M {
	gross, currency := number(salary["amount"]), text(salary, "currency")
	sums := map[string]int64{}
	if k := personCountry(person); k != nil && person["type"] == "EMPLOYEE" {
		for _, l := range taxLines(k, gross, 0, 0) { sums[l.kind] += l.amount }
	}
	return M{"gross": salary, "net": money(gross-sums["tax"]-sums["pension"]-sums["statutory"], currency),
		"tax": money(sums["tax"], currency), "pension": money(sums["pension"], currency),
		"statutoryDeductions": money(sums["statutory"], currency), "employerContributions": money(sums["employer"], currency)}
}
