import java.time.*;
import java.util.*;

/** Payrolls from draft to completion, and payslips. */
final class Payrolls extends Part {
    private static final long SEAT_FEE = 100;
    private static final long STEP_MS = 1000;
    Payrolls(App app) { super(app); }

    @Override void routes(Router router) {
        String one = "/v1/payrolls/{id}";
        router.backend("POST", "/v1/payrolls", this::create);
        router.backend("GET", "/v1/payrolls", call -> Reply.data(call.listed("payroll",
                p -> p.fields.containsKey("debit") && !p.is("Deleted")).stream().map(this::item).toList()));
        router.backend("GET", one, call -> view(call.target("payroll")));
        router.backend("POST", one + "/save", this::save);
        router.backend("POST", one + "/approval", this::approve);
        router.backend("POST", one + "/rejection", call -> {
            String reason = call.read("reason").or("reason", "");
            move(need(call.target("payroll"), "Saved", "Awaiting Funds").set("reason", reason), "Rejected", null);
            return view(call.target("payroll"));
        });
        router.backend("DELETE", one, call -> {
            move(need(call.target("payroll"), "Draft", "Saved", "Rejected", "Awaiting Funds"), "Deleted", null);
            return Reply.nothing();
        });
        router.backend("GET", one + "/payslips", call -> {
            Entity payroll = call.target("payroll");
            return call.list("payslip", s -> payroll.id.equals(s.get("payrollId")));
        });
        router.reads(Router.Access.ANY, "/v1/payslips", "payslip");
    }

    private static Entity need(Entity payroll, String... statuses) {
        ApiError.needState(payroll.is(statuses), "a payroll in status " + payroll.status() + " does not allow this action");
        return payroll;
    }

    private Map<String, Object> item(Entity payroll) {
        return payroll.pick("payrollId", "workerType", "status", "numPeople", "type", "payrollDate", "debit", "gross",
                "net", "tax", "pension", "statutoryDeductions", "employerContributions", "payPeriod");
    }

    private Reply view(Entity payroll) {
        Map<String, Object> view = item(payroll);
        view.putAll(payroll.pick("entries", "fxRates", "fxRatesValidUntil", "customFees", "customData", "reason"));
        return Reply.result(view);
    }

    private void move(Entity payroll, String status, String event) {
        payroll.set("status", status);
        if (event != null) { app.emit(payroll.businessId, "payroll.status.updated", "id", payroll.id, "status", event); }
    }

    private Reply create(Call call) {
        Input in = call.read("workerType! EMPLOYEE|CONTRACTOR, type ONE_OFF|ONE-OFF|REGULAR");
        String type = in.or("type", "ONE-OFF").replace('_', '-');
        Entity payroll = app.store.create("payroll", call.businessId());
        payroll.set("payrollId", payroll.id).setAll(in).set("status", "Draft").set("type", type);
        app.emit(payroll.businessId, "payroll.created", "id", payroll.id, "workerType", in.text("workerType"),
                "type", type.replace('-', '_'));
        return Reply.created(item(payroll));
    }

    private Reply save(Call call) {
        Entity payroll = call.target("payroll");
        Fields body = call.body();
        Input in = body.read("payrollDate! date, fxRatesValidUntil time, customData any");
        Fields period = body.part("payPeriod", true);
        Input dates = period.read("fromDate! date, toDate! date");
        LocalDate from = dates.date("fromDate");
        period.failIf(from != null && dates.dateOr("toDate", from) != null && dates.dateOr("toDate", from).isBefore(from),
                "toDate", "must not be before fromDate");
        OffsetDateTime validity = Fields.parseTime(in.or("fxRatesValidUntil", "9999-01-01T00:00:00Z"));
        body.failIf(validity != null && validity.toInstant().toEpochMilli() <= app.time.now(),
                "fxRatesValidUntil", "must be in the future");
        List<Input> entries = entries(payroll, body);
        List<Input> fees = new ArrayList<>();
        for (Fields fee : body.objects("customFees", false, 50)) { fees.add(fee.read("description!, amount! money")); }
        body.done();
        need(payroll, "Draft", "Saved").setAll(sums(payroll, entries, fees)).setAll(in).set("payPeriod", dates)
                .set("numPeople", entries.size()).set("entries", entries).set("customFees", fees);
        move(payroll, "Saved", "saved");
        return view(payroll);
    }

    private List<Input> entries(Entity payroll, Fields body) {
        List<Input> entries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Fields item : body.objects("entries", true, 500)) {
            Input entry = item.read("personId! ref, salary! money");
            Entity person = app.store.find("person", entry.or("personId", ""));
            if (person == null || !person.businessId.equals(payroll.businessId)) {
                item.fail("personId", "is not a person of the business");
            } else {
                item.failIf(!person.get("type").equals(payroll.get("workerType")), "personId", "has another worker type");
                item.failIf(!person.is("Active"), "personId", "is not an active person");
                item.failIf(!seen.add(person.id), "personId", "appears more than once");
            }
            entries.add(entry);
        }
        return entries;
    }

    /** The debit is in the currency of the salaries, or in the base currency when the salaries have several. */
    private Map<String, Object> sums(Entity payroll, List<Input> entries, List<Input> fees) {
        Set<String> currencies = new HashSet<>();
        entries.forEach(entry -> currencies.add(Money.currency(entry.get("salary"))));
        String currency = currencies.size() == 1 ? currencies.iterator().next()
                : app.store.need("business", payroll.businessId).text("baseCurrency");
        long[] sum = new long[5];
        Map<String, Object> rates = Json.of();
        List<Object> slips = new ArrayList<>();
        for (Input entry : entries) {
            String own = Money.currency(entry.get("salary"));
            Entity person = app.store.need("person", entry.text("personId"));
            boolean employee = person.get("type").equals("EMPLOYEE");
            Taxes.Result result = app.taxes.of(employee ? app.taxes.countryOf(person) : "", Money.amount(entry.get("salary")), own);
            if (!own.equals(currency)) { rates.put(own + "-" + currency, Money.rate(own, currency)); }
            long[] parts = {result.net(), result.tax(), result.pension(), result.statutory(), result.employer()};
            for (int i = 0; i < parts.length; i++) { sum[i] += Money.convert(parts[i], own, currency); }
            slips.add(Json.of("payrollId", payroll.id, "personId", person.id, "gross", entry.get("salary"),
                    "net", Money.of(result.net(), own), "deductions", result.deductions(),
                    "employerContributions", result.contributions()));
        }
        long fee = SEAT_FEE * entries.size();
        for (Input item : fees) {
            fee += Money.convert(Money.amount(item.get("amount")), Money.currency(item.get("amount")), currency);
        }
        payroll.hidden.put("slips", slips);
        payroll.hidden.put("fee", Money.of(fee, currency));
        long gross = sum[0] + sum[1] + sum[2] + sum[3];
        return Json.of("gross", Money.of(gross, currency), "net", Money.of(sum[0], currency), "tax", Money.of(sum[1], currency),
                "pension", Money.of(sum[2], currency), "statutoryDeductions", Money.of(sum[3], currency), "employerContributions",
                Money.of(sum[4], currency), "debit", Money.of(gross + sum[4] + fee, currency), "fxRates", rates);
    }

    private Reply approve(Call call) {
        Entity payroll = need(call.target("payroll"), "Saved");
        move(payroll, "Approved", "approved");
        if (LocalDate.parse(payroll.text("payrollDate")).isBefore(app.time.today())) {
            complete(payroll);
        } else {
            fund(payroll);
        }
        return view(payroll);
    }

    private void fund(Entity payroll) {
        if (!app.funds.debit(payroll.businessId, payroll.get("debit"))) {
            move(payroll, "Awaiting Funds", null);
            return;
        }
        move(payroll, "Scheduled", "scheduled");
        long due = Timeline.startOf(LocalDate.parse(payroll.text("payrollDate")));
        app.time.at(Math.max(due, app.time.now() + STEP_MS), () -> disburse(payroll));
    }

    /** A credit may cover payrolls that wait for funds; the oldest comes first. */
    void fundWaiting(String businessId) {
        app.store.of("payroll", businessId).stream().filter(p -> p.is("Awaiting Funds")).forEach(this::fund);
    }

    private void disburse(Entity payroll) {
        move(payroll, "Processing", "processing");
        List<Entity> payments = new ArrayList<>();
        payroll.hidden.put("payments", payments);
        app.transactions.succeed(app.transactions.create(payroll.businessId, "PAYROLL_FEE",
                Fields.asMap(payroll.hidden.get("fee")), payroll.id, "BUSINESS", payroll.businessId, (t, succeeded) -> { }));
        String currency = Money.currency(payroll.get("debit"));
        for (Object slip : Fields.asList(payroll.hidden.get("slips"))) {
            Map<String, Object> net = Fields.asMap(Fields.asMap(slip).get("net"));
            long refund = Money.convert(Money.amount(net), Money.currency(net), currency);
            payments.add(app.transactions.create(payroll.businessId, "PAYROLL", net, payroll.id, payroll.text("workerType"),
                    (String) Fields.asMap(slip).get("personId"), (t, succeeded) -> {
                        if (!succeeded) { app.funds.credit(payroll.businessId, Money.of(refund, currency)); }
                        if (payments.stream().allMatch(payment -> payment.is("succeeded"))) { complete(payroll); }
                    }));
        }
        payments.forEach(app.transactions::start);
    }

    /** An operator confirms the disbursement: open payments settle, and failed payments were made in another way. */
    Reply confirm(Entity payroll) {
        need(payroll, "Processing");
        for (Object item : Fields.asList(payroll.hidden.get("payments"))) {
            if (item instanceof Entity payment && Transactions.isOpen(payment)) { app.transactions.act(payment, "settle", null); }
        }
        complete(payroll);
        return Reply.ok(payroll.pick("payrollId", "status"));
    }

    private void complete(Entity payroll) {
        if (payroll.is("Completed")) { return; }
        move(payroll, "Completed", "completed");
        for (Object slip : Fields.asList(payroll.hidden.get("slips"))) {
            Entity payslip = app.store.create("payslip", payroll.businessId).setAll(Fields.asMap(slip))
                    .setAll(payroll.pick("payPeriod", "payrollDate")).set("createdTimestamp", app.time.seconds());
            payslip.personId = payslip.text("personId");
        }
        app.invoices.forPayroll(payroll, Fields.asMap(payroll.hidden.get("fee")));
        if (payroll.get("workerType").equals("EMPLOYEE")) { app.compliance.afterPayroll(payroll); }
    }
}
