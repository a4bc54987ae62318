import java.util.*;

/** The dashboard of the operators and banks that move money, and of the tax authorities. */
final class DashboardMoney extends Part {
    DashboardMoney(App app) { super(app); }

    @Override void routes(Router router) {
        router.backend("GET", "/dashboard/businesses", call -> Reply.data(app.store.all("business", b -> true).stream().map(b -> {
            Map<String, Object> view = new LinkedHashMap<>(b.fields);
            view.putAll(Json.of("platform", b.flag("platform"), "manualSettlement", b.flag("manualSettlement")));
            return view;
        }).toList()));
        String business = "/dashboard/businesses/{id}";
        router.backend("PUT", business + "/settlement", call -> {
            Input in = call.read("mode! automatic|manual");
            Dashboard.target(call, "business").hidden.put("manualSettlement", in.text("mode").equals("manual"));
            return Reply.ok(in);
        });
        router.backend("POST", business + "/bank-transfers", call -> app.funds.bankTransfer(Dashboard.target(call, "business"),
                call.read("amount! money, description, network ach|wire|swift, senderName, accountNumber, sortCode, iban, bankCode")));
        router.backend("POST", business + "/restriction", call -> app.accounts.restrict(Dashboard.target(call, "business"), true));
        router.backend("DELETE", business + "/restriction", call -> app.accounts.restrict(Dashboard.target(call, "business"), false));
        router.backend("POST", "/dashboard/virtual-accounts/{id}", call -> app.accounts.open(
                Dashboard.target(call, "virtual account"), call.read("status! submitted|created").text("status")));
        router.backend("POST", "/dashboard/transactions/{id}", call -> {
            Input in = call.read("action! hold|release|process|settle|fail|return|request_information, message");
            Entity transaction = Dashboard.target(call, "transaction");
            app.transactions.act(transaction, in.text("action"), in.text("message"));
            return Reply.ok(transaction.fields);
        });
        router.backend("POST", "/dashboard/payrolls/{id}/confirmation", call -> app.payrolls.confirm(Dashboard.target(call, "payroll")));
        router.backend("POST", "/dashboard/invoices/{id}/payment", call ->
                Reply.ok(app.invoices.pay(Dashboard.target(call, "invoice")).fields));
        router.backend("POST", business + "/filings", call -> Reply.json(201, app.compliance.file(Dashboard.target(call, "business"),
                "", call.read("dueDate date").dateOr("dueDate", app.time.today().plusDays(30))).fields));
        router.backend("POST", business + "/remittances", call -> Reply.json(201, app.compliance.remit(
                Dashboard.target(call, "business").id, "", call.read("amount! money").map("amount")).fields));
        for (String kind : new String[] {"filing", "remittance"}) {
            router.backend("POST", "/dashboard/" + kind + "s/{id}", call ->
                    app.compliance.step(Dashboard.target(call, kind), call.read("status!").text("status")));
        }
    }
}
