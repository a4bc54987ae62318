import java.util.Map;

/** Money movements. The document calls the list "disbursements". */
final class Transactions extends Part {
    private static final long STEP_MS = 1000;

    /** Runs at the final result; a returned transaction ends a second time, as failed. */
    interface Ending { void ended(Entity transaction, boolean succeeded); }
    Transactions(App app) { super(app); }

    @Override void routes(Router router) {
        router.any("GET", "/v1/disbursements", call -> {
            String type = call.choice("type", "PAYROLL", "DEPOSIT", "PAYOUT", "PAYROLL_FEE");
            String status = call.choice("status", "initiated", "processing", "succeeded", "failed");
            String reference = call.query("reference");
            return call.list("transaction", t -> (type == null || type.equals(t.get("type")))
                    && (status == null || t.is(status)) && (reference == null || reference.equals(t.get("reference"))));
        });
        router.any("GET", "/v1/disbursements/{id}", call -> Reply.result(call.target("transaction").fields));
        router.any("POST", "/v1/disbursements/{id}/rfi", this::provide);
        router.any("POST", "/v1/instant-pays", this::instantPay);
    }

    Entity create(String businessId, String type, Map<String, Object> amount, String reference,
            String recipientType, String recipientId, Ending ending) {
        Entity transaction = app.stamped("transaction", businessId).set("amount", amount).set("type", type)
                .set("reference", reference).set("recipientId", recipientId).set("recipientType", recipientType)
                .set("status", "initiated").set("isReturned", false).set("message", "");
        transaction.userId = recipientType.equals("USER") ? recipientId : null;
        transaction.personId = recipientType.equals("EMPLOYEE") || recipientType.equals("CONTRACTOR") ? recipientId : null;
        transaction.hidden.put("ending", ending);
        emit(transaction, "initiated");
        return transaction;
    }

    private void emit(Entity transaction, String event) {
        Map<String, Object> payload = transaction.pick("id", "amount", "type", "reference", "recipientId", "recipientType");
        switch (event) {
            case "succeeded" -> payload.putAll(transaction.pick("description", "paymentInfo"));
            case "failed" -> payload.putAll(transaction.pick("message", "isReturned"));
            case "rfi.updated" -> payload.putAll(transaction.map("rfi"));
            default -> { }
        }
        app.hooks.emit(transaction.businessId, "transaction." + event, payload);
    }

    /** Lets the compliance checks pass and the transaction settle, one second each, unless an operator holds it. */
    void start(Entity transaction) {
        transaction.hidden.put("held", app.store.need("business", transaction.businessId).flag("manualSettlement"));
        app.time.after(STEP_MS, () -> next(transaction));
    }

    private void next(Entity transaction) {
        if (transaction.flag("held") || !isOpen(transaction)) { return; }
        if (transaction.is("initiated")) {
            move(transaction, "processing");
            app.time.after(STEP_MS, () -> next(transaction));
        } else if (transaction.hidden.get("failure") instanceof String failure) {
            fail(transaction, failure);
        } else {
            succeed(transaction);
        }
    }

    static boolean isOpen(Entity transaction) { return transaction.is("initiated", "processing"); }

    /** A payout follows its transaction. */
    private void move(Entity transaction, String status) {
        app.status(transaction, status);
        if (transaction.hidden.get("follower") instanceof Entity payout) { app.status(payout, status); }
        emit(transaction, status);
    }

    void succeed(Entity transaction) {
        move(transaction, "succeeded");
        ((Ending) transaction.hidden.get("ending")).ended(transaction, true);
        if (transaction.flag("returns")) {
            app.time.after(STEP_MS, () -> {
                if (transaction.is("succeeded")) { act(transaction, "return", null); }
            });
        }
    }

    private void fail(Entity transaction, String message) {
        move(transaction.set("message", message), "failed");
        ((Ending) transaction.hidden.get("ending")).ended(transaction, false);
    }

    /** An action of an operator or a bank in the dashboard. */
    void act(Entity transaction, String action, String message) {
        boolean returning = action.equals("return");
        boolean early = action.equals("process") || action.equals("request_information");
        boolean allowed = returning ? transaction.is("succeeded") : early ? transaction.is("initiated") : isOpen(transaction);
        ApiError.needState(allowed, "a transaction in status " + transaction.status() + " does not allow " + action);
        switch (action) {
            case "hold" -> transaction.hidden.put("held", true);
            case "release" -> {
                transaction.hidden.put("held", false);
                next(transaction);
            }
            case "process" -> move(transaction, "processing");
            case "settle" -> {
                if (transaction.is("initiated")) { move(transaction, "processing"); }
                succeed(transaction);
            }
            case "request_information" -> {
                transaction.hidden.put("held", true);
                transaction.set("rfi", Json.of("status", "RFI_REQUESTED", "actionRequired",
                        message == null ? "Describe the purpose of the payment" : message));
                emit(transaction, "rfi.updated");
            }
            default -> {
                transaction.set("isReturned", returning);
                String fallback = returning ? "Returned by the recipient bank" : "The payment failed";
                fail(transaction, message == null ? fallback : message);
            }
        }
    }

    private Reply provide(Call call) {
        Entity transaction = call.target("transaction");
        call.read("response!");
        boolean open = "RFI_REQUESTED".equals(transaction.map("rfi").get("status")) && isOpen(transaction);
        ApiError.needState(open, "the transaction has no open request for information");
        transaction.set("rfi", Json.of("status", "RFI_PROVIDED"));
        emit(transaction, "rfi.updated");
        start(transaction);
        return Reply.result(transaction.fields);
    }

    private Reply instantPay(Call call) {
        Fields body = call.body();
        Map<String, Object> amount = body.read("amount! money").map("amount");
        Entity person = call.personOf(body);
        app.funds.needDebit(call.businessId(), amount);
        boolean byUser = call.user != null;
        Entity transaction = create(call.businessId(), "PAYOUT", amount, "", byUser ? "USER" : person.text("type"),
                byUser ? call.user.id : person.id, (t, succeeded) -> {
                    if (succeeded) {
                        app.emit(t.businessId, "instant-pay.succeeded", "id", t.id, "personId", person.id, "amount", amount);
                    } else {
                        app.funds.credit(t.businessId, amount);
                    }
                });
        succeed(transaction);
        return Reply.created(transaction);
    }
}
