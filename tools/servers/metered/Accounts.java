import java.util.*;

/** Virtual accounts and linked external bank accounts. */
final class Accounts extends Part {
    private static final String AUTO_APPROVED_NUMBER = "99999900";
    private static final long SUBMIT_AFTER_MS = 2000;
    private static final long ARRIVAL_AFTER_S = 2 * 86_400;
    Accounts(App app) { super(app); }

    @Override void routes(Router router) {
        String virtual = "/v1/virtual-accounts";
        router.any("POST", virtual, this::request);
        router.reads(Router.Access.ANY, virtual, "virtual account");
        String external = "/v1/external-accounts";
        router.backend("POST", external, this::link);
        router.reads(Router.Access.BACKEND, external, "external account");
        router.backend("DELETE", external + "/{id}", this::unlink);
        router.backend("POST", external + "/{id}/verification", this::verify);
        router.backend("POST", external + "/{id}/debits", this::debit);
    }

    private Reply request(Call call) {
        Fields body = call.body();
        Input in = body.read("currency! currency, userId ref");
        Input identification = body.part("customIdentification", true).read("type! SSN|BVN, number!");
        body.done();
        Entity user = in.containsKey("userId") ? call.reach("user", in.text("userId")) : call.user;
        Entity account = app.stamped("virtual account", call.businessId()).set("currency", in.text("currency"))
                .set(user == null ? "businessId" : "userId", user == null ? call.businessId() : user.id);
        account.userId = user == null ? null : user.id;
        move(account, "requested");
        if (AUTO_APPROVED_NUMBER.equals(identification.text("number"))) {
            move(account, "submitted");
            move(account, "created");
        }
        app.time.after(SUBMIT_AFTER_MS, () -> {
            if (account.is("requested")) { move(account, "submitted"); }
        });
        return Reply.created(account);
    }

    private void move(Entity account, String status) {
        app.status(account, status);
        if (status.equals("created")) {
            account.set("accountNumber", String.format("%010d", 1_000_000_000L + account.seq))
                    .set("bankName", "Sandbox Bank").set("bankCode", "SANDBOX1");
        }
        app.hooks.emit(account.businessId, "virtual-account." + status, account.pick("id", "status", "currency", "userId",
                "businessId", "accountNumber", "bankName", "bankCode"));
    }

    /** The bank opens a virtual account; called by the dashboard. */
    Reply open(Entity account, String status) {
        boolean allowed = account.is("requested") && status.equals("submitted") || account.is("submitted") && status.equals("created");
        ApiError.needState(allowed, "a virtual account in status " + account.status() + " cannot become " + status);
        move(account, status);
        return Reply.ok(account.fields);
    }

    private Reply link(Call call) {
        Input in = call.read("accountName!, accountNumber!, currency! currency, bankName, routingNumber, accountType, "
                + "verification instant|amounts|descriptor_code");
        String method = in.or("verification", "instant");
        in.remove("verification");
        in.put("accountNumber", Funds.masked(in.text("accountNumber")));
        return Reply.created(add(call.businessId(), in, method.equals("instant") ? null
                : Json.of("type", method, "arrivalDate", app.time.seconds() + ARRIVAL_AFTER_S)));
    }

    private Entity add(String businessId, Map<String, Object> values, Map<String, Object> microdeposits) {
        boolean restricted = app.store.need("business", businessId).flag("restricted");
        Entity account = app.stamped("external account", businessId).setAll(values)
                .set("status", microdeposits != null ? "needs_confirmation" : restricted ? "restricted" : "active");
        if (microdeposits != null) { account.set("microdepositInfo", microdeposits); }
        app.hooks.emit(businessId, "external-account.added", account.pick("id", "status", "currency", "accountName",
                "accountNumber", "bankName", "microdepositInfo"));
        return account;
    }

    /** A verified account gets a new id: the event after the verification carries a different id. */
    private Reply verify(Call call) {
        Entity account = call.target("external account");
        Input in = call.read("amounts any, descriptorCode");
        ApiError.needState(account.is("needs_confirmation"), "the account is not waiting for a verification");
        boolean amounts = "amounts".equals(account.map("microdepositInfo").get("type"));
        if (!(amounts ? List.of(32L, 45L).equals(in.get("amounts")) : "SM1234".equals(in.text("descriptorCode")))) {
            throw ApiError.invalid(amounts ? "amounts" : "descriptorCode", "does not match the micro-deposits");
        }
        app.store.remove(account);
        Entity verified = add(account.businessId, account.pick("currency", "accountNumber", "accountName", "bankName",
                "routingNumber", "accountType"), null);
        return Reply.result(verified.set("previousId", account.id).fields);
    }

    private Reply unlink(Call call) {
        Entity account = call.target("external account");
        app.store.remove(account);
        app.hooks.emit(account.businessId, "external-account.removed", account.pick("id", "accountName", "accountNumber"));
        return Reply.nothing();
    }

    /** Restricts the direct debits of a business or lifts the restriction; called by the dashboard. */
    Reply restrict(Entity business, boolean restricted) {
        ApiError.needState(business.flag("restricted") != restricted, "the restriction is already " + (restricted ? "set" : "lifted"));
        business.hidden.put("restricted", restricted);
        List<Entity> accounts = app.store.of("external account", business.id);
        accounts.stream().filter(a -> !a.is("needs_confirmation")).forEach(a -> app.status(a, restricted ? "restricted" : "active"));
        app.emit(business.id, restricted ? "external-account.restricted" : "external-account.restriction_lifted",
                "businessId", business.id, "accounts", accounts.stream()
                        .map(a -> a.pick("id", "status", "currency", "accountName", "accountNumber")).toList());
        return Reply.nothing();
    }

    private Reply debit(Call call) {
        Entity account = call.target("external account");
        Input in = call.read("amount! money, description");
        ApiError.needState(account.is("active"), "an account in status " + account.status() + " cannot be debited");
        Entity deposit = app.funds.deposit(call.businessId(), in.map("amount"), in.text("description"), null);
        app.transactions.start(deposit);
        return Reply.created(deposit);
    }
}
