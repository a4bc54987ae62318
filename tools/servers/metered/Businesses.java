import java.util.*;

/** Businesses of the platform, and their custom fields. */
final class Businesses extends Part {
    private static final Map<String, String> CURRENCIES = Map.of("GB", "GBP", "DE", "EUR", "FR", "EUR", "ES", "EUR",
            "NG", "NGN", "CO", "COP", "CA", "CAD", "IN", "INR");
    private static final String BASICS = "businessName!, businessShortName, adminFirstName!, adminLastName!, "
            + "adminEmail! email, adminPhoneNumber phone, address address, registrationId, country! country";
    private final Map<String, Entity> byIdempotencyKey = new HashMap<>();
    Businesses(App app) { super(app); }

    @Override void routes(Router router) {
        router.add(Router.Access.PLATFORM, "POST", "/v1/platform/businesses", this::create);
        router.add(Router.Access.PLATFORM, "GET", "/v1/platform/businesses", call -> call.cursors(
                app.store.all("business", b -> b.flag("platform") && app.store.visible(b)), false));
        router.backend("GET", "/v1/businesses/{businessId}", call -> Reply.result(own(call).fields));
        router.backend("PATCH", "/v1/businesses/{businessId}", this::update);
        String customFields = "/v1/businesses/{businessId}/customFields";
        router.backend("GET", customFields, call -> {
            own(call);
            return call.list("custom field");
        });
        router.backend("POST", customFields, call -> {
            Input in = call.read("name!");
            return Reply.created(app.store.create("custom field", own(call).id).setAll(in));
        });
        router.backend("PUT", customFields + "/{id}", call -> {
            own(call);
            return Reply.result(call.target("custom field").setAll(call.read("name!")).fields);
        });
        router.backend("DELETE", customFields + "/{id}", call -> {
            own(call);
            app.store.remove(call.target("custom field"));
            return Reply.nothing();
        });
    }

    /** The business in the path must be the business of the call. */
    Entity own(Call call) {
        if (!call.businessId().equals(call.path.get("businessId"))) { throw ApiError.notFound("business"); }
        return call.business;
    }

    /** A business that exists from the start. */
    Entity seed(String name, boolean platform) {
        return add(Json.of("businessName", name, "businessShortName", name, "adminFirstName", "Ada",
                "adminLastName", "Admin", "adminEmail", "admin@service.example", "country", "US"), platform, false);
    }

    private Entity add(Map<String, Object> values, boolean platform, boolean counts) {
        Entity business = app.stamped("business", null).setAll(values);
        business.set("tenantKey", "tk_" + UUID.randomUUID().toString().replace("-", "")).set("entityId", UUID.randomUUID()
                .toString()).set("baseCurrency", CURRENCIES.getOrDefault(business.text("country"), "USD"));
        business.hidden.putAll(Map.of("platform", platform, "counts", counts));
        app.kyb.prepare(business);
        app.contracts.seedTemplates(business);
        app.funds.wallet(business.id, business.text("baseCurrency"));
        return business;
    }

    private Reply create(Call call) {
        Input in = call.read(BASICS + ", idempotencyKey, suppressWelcomeEmail flag");
        in.remove("suppressWelcomeEmail");
        String key = (String) in.remove("idempotencyKey");
        Entity business = key == null ? null : byIdempotencyKey.get(key);
        if (business == null) {
            if (app.store.all("business", b -> b.flag("counts")).size() >= app.settings.businesses()) {
                throw new ApiError(403, "business_limit_reached", "a platform key of the sandbox creates at most "
                        + app.settings.businesses() + " businesses", null);
            }
            business = add(in, true, true);
            if (key != null) { byIdempotencyKey.put(key, business); }
        }
        return Reply.json(201, Json.of("businessId", business.id, "tenantKey", business.get("tenantKey")));
    }

    private Reply update(Call call) {
        Entity business = own(call).setAll(call.read(BASICS.replace("!", "").replace(", country country", "")));
        app.touch(business);
        app.emit(business.id, "business.basicinfo.updated", "id", business.id,
                "businessName", business.get("businessName"), "businessShortName", business.text("businessShortName"));
        return Reply.result(business.fields);
    }
}
