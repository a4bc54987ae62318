import java.util.Map;

/** Expenses of persons that the business reviews and pays back from a wallet. */
final class Reimbursements extends Part {
    Reimbursements(App app) { super(app); }

    @Override void routes(Router router) {
        String path = "/v1/reimbursements";
        router.any("POST", path, this::submit);
        router.reads(Router.Access.ANY, path, "reimbursement");
        router.backend("POST", path + "/{id}/review", this::review);
    }

    private Reply submit(Call call) {
        Fields body = call.body();
        Input in = body.read("amount! money, description!, expenseDate date, sourceCurrency currency, receiptFileId");
        Entity person = call.personOf(body);
        app.files.check(call, in.get("receiptFileId"));
        String own = Money.currency(in.get("amount"));
        String source = in.or("sourceCurrency", own);
        in.remove("sourceCurrency");
        in.putIfAbsent("expenseDate", app.time.today().toString());
        long debit = Math.max(1, Money.convert(Money.amount(in.get("amount")), own, source));
        Entity reimbursement = app.stamped("reimbursement", call.businessId()).set("personId", person.id).setAll(in)
                .set("sourceAmount", Money.of(debit, source)).set("status", "submitted");
        reimbursement.personId = person.id;
        emit(reimbursement, "submitted");
        return Reply.created(reimbursement);
    }

    private void emit(Entity reimbursement, String event) {
        app.hooks.emit(reimbursement.businessId, "reimbursement." + event,
                reimbursement.pick("id", "personId", "amount", "sourceAmount", "description", "status", "reason"));
    }

    private Reply review(Call call) {
        Entity reimbursement = call.target("reimbursement");
        String reason = Invoices.reviewReason(call);
        ApiError.needState(reimbursement.is("submitted"), "the reimbursement is already " + reimbursement.status());
        if (reason == null) {
            approve(reimbursement);
        } else {
            app.status(reimbursement.set("reason", reason), "rejected");
            emit(reimbursement, "rejected");
        }
        return Reply.result(reimbursement.fields);
    }

    private void approve(Entity reimbursement) {
        Map<String, Object> source = reimbursement.map("sourceAmount");
        app.funds.needDebit(reimbursement.businessId, source);
        app.status(reimbursement, "approved");
        emit(reimbursement, "approved");
        Entity person = app.store.need("person", reimbursement.text("personId"));
        Entity transaction = app.transactions.create(reimbursement.businessId, "PAYOUT", reimbursement.map("amount"),
                reimbursement.id, person.text("type"), person.id, (t, succeeded) -> {
                    app.status(reimbursement, succeeded ? "paid" : "failed");
                    if (succeeded) {
                        emit(reimbursement, "paid");
                    } else {
                        app.funds.credit(t.businessId, source);
                    }
                });
        app.transactions.start(transaction);
        reimbursement.set("transactionId", transaction.id);
    }
}
