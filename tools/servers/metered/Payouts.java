import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;

/** Beneficiaries, quotes and payouts. */
final class Payouts extends Part {
    private static final long FEE = 150;
    private static final long QUOTE_LIFE_S = 900;
    private static final Map<String, String> FAILURES = Map.of("reject compliance", "Rejected by compliance",
            "invalid account", "Invalid account number", "closed account", "Account closed");
    private static final List<String> COLUMNS = List.of("id", "beneficiaryId", "quoteId", "reference", "amount",
            "sourceAmount", "feeAmount", "fxRate", "status", "createdTimestamp", "lastUpdatedTimestamp");

    Payouts(App app) { super(app); }

    @Override void routes(Router router) {
        String beneficiaries = "/v1/beneficiaries";
        router.backend("POST", beneficiaries, this::addBeneficiary);
        router.reads(Router.Access.BACKEND, beneficiaries, "beneficiary");
        router.backend("DELETE", beneficiaries + "/{id}", call -> {
            app.store.remove(call.target("beneficiary"));
            return Reply.nothing();
        });
        router.backend("POST", "/v1/quotes", call -> {
            Input in = call.read("amount! money, sourceCurrency currency");
            return Reply.created(quote(call.businessId(), in));
        });
        router.backend("POST", "/v1/payouts", this::create);
        router.backend("GET", "/v1/payouts", this::list);
        router.backend("GET", "/v1/payouts/{id}", call -> Reply.result(call.target("payout").fields));
    }

    private Reply addBeneficiary(Call call) {
        Fields body = call.body();
        Input in = body.read("name!, email email, countryCode! country, currency! currency");
        in.putIfAbsent("email", "");
        Fields details = body.part("paymentDetails", true);
        in.put("paymentDetails", Json.of("preferredMethod", details.read("preferredMethod! bank").get("preferredMethod"),
                "bank", bank(details.part("bank", true))));
        Fields person = body.part("kyc", false);
        person.read("dateOfBirth date, countryCode country");
        Map<String, Object> kyc = person.texts("firstName", "lastName", "dateOfBirth", "countryCode", "idType", "idNumber",
                "idFileFront", "idFileBack");
        body.done();
        app.files.check(call, kyc.get("idFileFront"));
        app.files.check(call, kyc.get("idFileBack"));
        Entity beneficiary = app.stamped("beneficiary", call.businessId()).set("tenantKey", call.business.get("tenantKey"))
                .set("businessId", call.businessId()).setAll(in).set("kyc", kyc);
        return Reply.json(201, Json.of("id", beneficiary.id));
    }

    private static Map<String, Object> bank(Fields bank) {
        bank.read("accountName!, accountNumber!");
        Map<String, Object> values = bank.texts("accountName", "accountNumber", "accountType", "bankCode", "bankName",
                "branchName", "email");
        values.put("beneficiaryId", bank.part("beneficiaryId", false).texts("type", "value"));
        Map<String, Object> address = bank.read("address address").map("address");
        values.put("address", address == null ? Fields.empty(Fields.ADDRESS) : address);
        return values;
    }

    private Entity quote(String businessId, Input in) {
        Map<String, Object> amount = in.map("amount");
        String target = Money.currency(amount);
        String source = in.or("sourceCurrency", target);
        long sourceAmount = Money.convert(Money.amount(amount), target, source);
        return app.store.create("quote", businessId).set("amount", amount)
                .set("sourceAmount", Money.of(Math.max(1, sourceAmount), source)).set("feeAmount", Money.of(FEE, source))
                .set("fxRate", Money.rate(source, target).toPlainString()).set("expiresAt", app.time.seconds() + QUOTE_LIFE_S);
    }

    private Reply create(Call call) {
        Input in = call.read("beneficiaryId! ref, amount! money, reference, quoteId ref, sourceCurrency currency, idempotencyKey");
        String key = in.text("idempotencyKey");
        Entity known = app.store.first("payout", call.businessId(), p -> key != null && key.equals(p.hidden.get("key"))).orElse(null);
        if (known != null) { return Reply.created(known); }
        Entity beneficiary = call.reach("beneficiary", in.text("beneficiaryId"));
        if (!beneficiary.get("currency").equals(Money.currency(in.get("amount")))) {
            throw ApiError.invalid("amount.currency", "must be the beneficiary's currency " + beneficiary.get("currency"));
        }
        Entity quote = in.containsKey("quoteId") ? call.reach("quote", in.text("quoteId")) : quote(call.businessId(), in);
        if (!quote.get("amount").equals(in.get("amount")) || (Long) quote.get("expiresAt") <= app.time.seconds()) {
            throw ApiError.invalid("quoteId", "is a quote that has expired or has another amount");
        }
        Object source = quote.get("sourceAmount");
        Map<String, Object> debit = Money.of(Money.amount(source) + FEE, Money.currency(source));
        app.funds.needDebit(call.businessId(), debit);
        Entity payout = app.stamped("payout", call.businessId()).set("beneficiaryId", beneficiary.id).set("quoteId", quote.id)
                .set("reference", in.or("reference", "")).set("status", "initiated")
                .setAll(quote.pick("amount", "sourceAmount", "feeAmount", "fxRate"));
        payout.hidden.put("key", key);
        pay(payout, beneficiary, debit);
        return Reply.created(payout);
    }

    private void pay(Entity payout, Entity beneficiary, Map<String, Object> debit) {
        Entity transaction = app.transactions.create(payout.businessId, "PAYOUT", payout.map("amount"),
                payout.text("reference"), "BUSINESS", payout.businessId, (t, succeeded) -> {
                    payout.set("message", t.get("message"));
                    if (!succeeded) { app.funds.credit(t.businessId, debit); }
                });
        payout.set("transactionId", transaction.id);
        Object bank = beneficiary.map("paymentDetails").get("bank");
        String name = String.valueOf(Fields.asMap(bank).get("accountName")).toLowerCase();
        transaction.hidden.put("follower", payout);
        transaction.hidden.put("failure", FAILURES.get(name));
        transaction.hidden.put("returns", name.equals("return payment"));
        app.transactions.start(transaction);
    }

    private static long moment(Call call, String name, boolean end) {
        String text = call.query(name);
        if (text == null) { return end ? Long.MAX_VALUE : Long.MIN_VALUE; }
        LocalDate date = Fields.parseDate(text);
        if (date != null) { return Timeline.startOf(end ? date.plusDays(1) : date) - (end ? 1 : 0); }
        OffsetDateTime time = Fields.parseTime(text.replace(' ', '+'));
        if (time == null) { throw ApiError.invalid(name, "must be an ISO 8601 date or timestamp"); }
        return time.toInstant().toEpochMilli() + (end ? 999 : 0);
    }

    private Reply list(Call call) {
        long from = moment(call, "startDate", false);
        long to = moment(call, "endDate", true);
        if (from > to) { throw ApiError.invalid("endDate", "must not be before startDate"); }
        String status = call.choice("status", "initiated", "processing", "succeeded", "failed");
        String reference = call.query("reference");
        boolean oldestFirst = "asc".equals(call.choice("sort", "asc", "desc"));
        List<Entity> found = call.listed("payout", p -> p.createdMs >= from && p.createdMs <= to
                && (status == null || p.is(status)) && (reference == null || reference.equals(p.get("reference"))));
        if (!"csv".equals(call.choice("format", "json", "csv"))) { return call.cursors(found, oldestFirst); }
        for (String name : List.of("startDate", "endDate")) {
            if (call.query(name) == null) { throw ApiError.invalid(name, "is required for CSV"); }
        }
        List<Entity> rows = new ArrayList<>(found);
        if (!oldestFirst) { Collections.reverse(rows); }
        return csv(rows);
    }

    private static Reply csv(List<Entity> rows) {
        List<String> head = new ArrayList<>();
        COLUMNS.forEach(name -> head.addAll(name.endsWith("mount") ? List.of(name, name + "Currency") : List.of(name)));
        StringBuilder out = new StringBuilder(String.join(",", head)).append("\r\n");
        for (Entity row : rows) {
            List<String> cells = new ArrayList<>();
            for (String name : COLUMNS) {
                if (row.get(name) instanceof Map<?, ?> money) {
                    cells.addAll(List.of(String.valueOf(money.get("amount")), String.valueOf(money.get("currency"))));
                } else {
                    String text = String.valueOf(row.get(name));
                    cells.add(text.matches("[\\w.:+-]*") ? text : '"' + text.replace("\"", "\"\"") + '"');
                }
            }
            out.append(String.join(",", cells)).append("\r\n");
        }
        return new Reply(200, "text/csv; charset=utf-8", out.toString().getBytes(StandardCharsets.UTF_8),
                Map.of("Content-Disposition", "attachment; filename=\"payouts.csv\""));
    }
}
