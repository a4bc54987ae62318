import java.util.*;

/** Wallets, test deposits and incoming bank transfers. */
final class Funds extends Part {
    Funds(App app) { super(app); }

    @Override void routes(Router router) {
        router.reads(Router.Access.BACKEND, "/v1/wallets", "wallet");
        router.backend("POST", "/v1/sandbox/business-deposits", call -> {
            Input in = call.read("value! money, description");
            Entity deposit = deposit(call.businessId(), in.map("value"), in.text("description"), null);
            app.transactions.succeed(deposit);
            return Reply.created(deposit);
        });
    }

    Entity wallet(String businessId, String currency) {
        return app.store.first("wallet", businessId, w -> w.text("currency").equals(currency))
                .orElseGet(() -> app.stamped("wallet", businessId).set("currency", currency).set("balance", Money.of(0, currency)));
    }

    private void change(String businessId, String currency, long amount) {
        Entity wallet = wallet(businessId, currency);
        app.touch(wallet.set("balance", Money.of(Money.amount(wallet.get("balance")) + amount, currency)));
    }

    void credit(String businessId, Object money) {
        change(businessId, Money.currency(money), Money.amount(money));
        app.payrolls.fundWaiting(businessId);
    }

    /** Takes the money from the wallet when the balance covers it. */
    boolean debit(String businessId, Object money) {
        String currency = Money.currency(money);
        boolean covered = Money.amount(wallet(businessId, currency).get("balance")) >= Money.amount(money);
        if (covered) { change(businessId, currency, -Money.amount(money)); }
        return covered;
    }

    void needDebit(String businessId, Object money) {
        if (!debit(businessId, money)) {
            throw new ApiError(409, "insufficient_funds", "the " + Money.currency(money) + " wallet does not cover the amount", null);
        }
    }

    Entity deposit(String businessId, Map<String, Object> amount, String description, Object paymentInfo) {
        String reference = "DEP-" + UUID.randomUUID().toString().substring(0, 8).toUpperCase();
        Entity deposit = app.transactions.create(businessId, "DEPOSIT", amount, reference, "BUSINESS", businessId,
                (transaction, succeeded) -> {
                    if (succeeded) {
                        credit(businessId, amount);
                    } else if (Boolean.TRUE.equals(transaction.get("isReturned"))) {
                        change(businessId, Money.currency(amount), -Money.amount(amount));
                    }
                });
        if (description != null && !description.isEmpty()) { deposit.set("description", description); }
        if (paymentInfo != null) { deposit.set("paymentInfo", paymentInfo); }
        return deposit;
    }

    /** A bank transfer that a sender made to the business; called by the dashboard. */
    Reply bankTransfer(Entity business, Input in) {
        String currency = Money.currency(in.map("amount"));
        String block = currency.equals("USD") ? in.or("network", "bank") : "bank";
        Map<String, Object> info = Json.of("preferredMethod", block, "bank", Json.of(), "ach", Json.of(),
                "wire", Json.of(), "swift", Json.of());
        Map<String, Object> details = Fields.asMap(info.get(block));
        details.put("accountName", in.or("senderName", ""));
        if (currency.equals("GBP")) {
            details.putAll(Json.of("sortCode", in.or("sortCode", ""), "accountNumber", masked(in.or("accountNumber", ""))));
        } else if (currency.equals("EUR")) {
            details.putAll(Json.of("bankCode", in.or("bankCode", ""), "iban", masked(in.or("iban", ""))));
        }
        Object sent = in.or("senderName", "").isEmpty() ? null : info;
        Entity deposit = deposit(business.id, in.map("amount"), in.text("description"), sent);
        app.transactions.start(deposit);
        return Reply.json(201, deposit.fields);
    }

    static String masked(String number) { return number.isEmpty() ? "" : "****" + number.substring(Math.max(0, number.length() - 4)); }
}
