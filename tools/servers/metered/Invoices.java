import java.time.LocalDate;
import java.util.*;

/** Invoices of contractors, which the business reviews, and invoices that the service issues for payrolls. */
final class Invoices extends Part {
    Invoices(App app) { super(app); }

    @Override void routes(Router router) {
        router.any("GET", "/v1/invoices/{id}", call -> Reply.ok(call.target("invoice").fields));
        router.any("GET", "/v1/invoices", call -> {
            String status = call.choice("status", "pending", "paid", "overdue", "cancelled");
            return call.list("invoice", i -> status == null || i.is(status));
        });
        router.any("POST", "/v1/invoices", this::submit);
        router.backend("POST", "/v1/invoices/{id}/review", this::review);
        router.backend("POST", "/v1/invoices/{id}/payment", call -> Reply.created(pay(call.target("invoice"))));
    }

    private static Map<String, Object> party(String name, String email, Map<String, Object> address, Map<String, Object> phone) {
        List<String> parts = new ArrayList<>();
        List.of("line1", "line2", "postalCode", "city", "state", "countryCode")
                .forEach(part -> parts.add(String.valueOf(address.getOrDefault(part, ""))));
        parts.removeIf(String::isEmpty);
        String number = String.valueOf(phone.getOrDefault("countryCode", "")) + phone.getOrDefault("number", "");
        return Json.of("name", name, "address", String.join(", ", parts), "email", email, "phoneNumber", number);
    }

    private Entity add(String businessId, Map<String, Object> from, List<Object> items, String source) {
        Entity business = app.store.need("business", businessId);
        Entity invoice = app.stamped("invoice", businessId);
        String currency = Money.currency(Fields.asMap(items.get(0)).get("total"));
        long total = items.stream().mapToLong(item -> Money.amount(Fields.asMap(item).get("total"))).sum();
        return invoice.set("status", "pending").set("invoiceNumber", String.format("INV-%06d", invoice.seq))
                .set("from", from).set("billTo", party(business.text("businessName"), business.text("adminEmail"),
                        business.map("address"), business.map("adminPhoneNumber")))
                .set("items", items).set("subtotal", Money.of(total, currency)).set("total", Money.of(total, currency))
                .set("baseCurrency", currency).set("fxRates", Map.of()).set("purpose", "").set("notes", "").set("source", source);
    }

    private List<Object> items(Fields body) {
        List<Object> items = new ArrayList<>();
        String currency = null;
        for (Fields item : body.objects("items", true, 200)) {
            long quantity = item.has("quantity") ? item.integer("quantity", 1, 10_000) : 1;
            Input in = item.read("description!, category, amount! money");
            in.putIfAbsent("category", "CONTRACTOR_FEE");
            String own = Money.currency(in.get("amount"));
            currency = currency == null ? own : currency;
            item.failIf(!currency.equals(own), "amount.currency", "must be the same in all items");
            in.put("quantity", quantity);
            in.put("total", Money.of(Money.amount(in.get("amount")) * quantity, own));
            items.add(in);
        }
        return items;
    }

    private Reply submit(Call call) {
        Fields body = call.body();
        Input in = body.read("date date, dueDate! date, invoiceNumber, purpose, notes");
        List<Object> items = items(body);
        LocalDate date = in.dateOr("date", app.time.today());
        LocalDate due = in.date("dueDate");
        body.failIf(in.containsKey("date") && date != null && due != null && due.isBefore(date), "dueDate", "must not be before date");
        Entity person = call.personOf(body);
        if (!person.get("type").equals("CONTRACTOR")) { throw ApiError.invalid("personId", "must be a contractor"); }
        Entity invoice = add(call.businessId(), party(person.text("firstName") + " " + person.text("lastName"),
                person.text("email"), person.map("address"), person.map("phoneNumber")), items, "CONTRACTOR_SUBMITTED")
                .setAll(in).set("date", date.toString()).set("personId", person.id).set("reviewStatus", "pending");
        invoice.personId = person.id;
        app.time.at(Timeline.startOf(due.plusDays(1)), () -> {
            if (invoice.is("pending")) { app.status(invoice, "overdue"); }
        });
        emit(invoice, "submitted");
        return Reply.json(201, invoice.fields);
    }

    private void emit(Entity invoice, String event) {
        app.hooks.emit(invoice.businessId, "invoice.contractor." + event, invoice.pick("id", "invoiceNumber", "personId",
                "status", "total", "dueDate", "source", "reason"));
    }

    private Reply review(Call call) {
        Entity invoice = call.target("invoice");
        String reason = reviewReason(call);
        ApiError.needState("pending".equals(invoice.get("reviewStatus")),
                "only a contractor-submitted invoice without a decision can be reviewed");
        invoice.set("reviewStatus", reason == null ? "approved" : "rejected");
        if (reason != null) { invoice.set("reason", reason); }
        app.status(invoice, reason == null ? invoice.status() : "cancelled");
        emit(invoice, reason == null ? "approved" : "rejected");
        return Reply.result(invoice.fields);
    }

    /** Reads the body of a review: the reason of a rejection, or null for an approval. */
    static String reviewReason(Call call) {
        Fields body = call.body();
        boolean reject = "reject".equals(body.read("action! approve|reject").text("action"));
        String reason = body.read(reject ? "reason!" : "reason").text("reason");
        body.done();
        return reject ? reason : null;
    }

    Entity pay(Entity invoice) {
        ApiError.needState(invoice.is("pending", "overdue") && "approved".equals(invoice.get("reviewStatus")),
                "a payment needs an approved invoice that is not paid");
        app.status(invoice, "paid");
        emit(invoice, "paid");
        return invoice;
    }

    void forPayroll(Entity payroll, Map<String, Object> fee) {
        Object net = payroll.get("net");
        String today = app.time.today().toString();
        List<Object> items = List.of(
                Json.of("description", "Net pay", "category", "NET_PAYROLL", "amount", net, "quantity", 1, "total", net),
                Json.of("description", "Fee", "category", "PAYMENT_PROCESSING_FEE", "amount", fee, "quantity", 1, "total", fee));
        add(payroll.businessId, party("Payroll Service", "billing@service.example", Map.of(), Map.of()), items, "SERVICE")
                .set("date", today).set("dueDate", today).set("status", "paid").set("purpose", "Payroll " + payroll.id);
    }
}
