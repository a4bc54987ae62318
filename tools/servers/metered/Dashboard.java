import java.net.URI;
import java.util.*;

/** The dashboard: clock, webhook endpoints, deliveries, tokens and reviews. */
final class Dashboard extends Part {
    private static final long MAX_SECONDS = 20L * 366 * 86_400;
    Dashboard(App app) { super(app); }

    @Override void routes(Router router) {
        router.backend("GET", "/dashboard/clock", call -> clock());
        router.backend("POST", "/dashboard/clock", call -> {
            Fields body = call.body();
            long seconds = body.integer("seconds", 0, MAX_SECONDS);
            body.done();
            app.time.advance(seconds);
            return clock();
        });
        webhooks(router);
        router.backend("GET", "/dashboard/tokens", call -> Reply.data(app.tokens.all().stream().map(Tokens.Token::view).toList()));
        router.backend("POST", "/dashboard/businesses/{id}/org-tokens", call -> issued(app.tokens.add(Tokens.Kind.ORG,
                Tokens.random("org_"), target(call, "business").id, null, 0, texts(call, "ipAddresses"))));
        router.backend("POST", "/dashboard/users/{id}/tokens", call -> issued(app.tokens.issueFor(target(call, "user"))));
        router.backend("DELETE", "/dashboard/tokens/{id}", call -> removed(app.tokens.revoke(call.path.get("id")), "token"));
        router.backend("POST", "/dashboard/users/{id}/password", call -> {
            app.users.setPassword(target(call, "user"), call.read("password!").text("password"));
            return Reply.nothing();
        });
        router.backend("POST", "/dashboard/users/{id}/kyc", call -> app.kyc.review(call, target(call, "user")));
        router.backend("POST", "/dashboard/businesses/{id}/kyb", call -> {
            Input in = call.read("action! approve|request_information|reject, message");
            return app.kyb.decide(target(call, "business"), in.text("action"), in.or("message", ""));
        });
        router.backend("POST", "/dashboard/persons/{id}/offboarding-completion", call -> {
            app.persons.completeOffboarding(target(call, "person"));
            return Reply.ok(target(call, "person").fields);
        });
        router.backend("POST", "/dashboard/contracts/{id}/signature", call -> app.contracts.sign(target(call, "contract")));
    }

    private void webhooks(Router router) {
        router.backend("GET", "/dashboard/webhook-endpoints", call -> Reply.data(
                app.hooks.endpoints.values().stream().map(Webhooks.Endpoint::view).toList()));
        router.backend("POST", "/dashboard/webhook-endpoints", this::addEndpoint);
        router.backend("DELETE", "/dashboard/webhook-endpoints/{id}", call ->
                removed(app.hooks.endpoints.remove(call.path.get("id")) != null, "webhook endpoint"));
        router.backend("GET", "/dashboard/deliveries", call -> {
            String endpoint = call.query("endpointId");
            String type = call.query("eventType");
            return Reply.data(app.hooks.deliveries.stream().filter(d -> endpoint == null || endpoint.equals(d.endpoint.id()))
                    .filter(d -> type == null || type.equals(d.eventType)).map(Webhooks.Delivery::view).toList());
        });
        router.backend("POST", "/dashboard/deliveries/{id}/resending", call -> {
            Webhooks.Delivery delivery = app.hooks.deliveries.stream().filter(d -> d.id.equals(call.path.get("id")))
                    .findFirst().orElseThrow(() -> ApiError.notFound("delivery"));
            app.hooks.send(delivery);
            return Reply.json(202, delivery.view());
        });
    }

    static Entity target(Call call, String kind) { return call.app.store.need(kind, call.path.get("id")); }

    private static Reply removed(boolean found, String kind) {
        if (!found) { throw ApiError.notFound(kind); }
        return Reply.nothing();
    }

    private Reply clock() { return Reply.ok(Json.of("now", app.time.seconds(), "today", app.time.today().toString())); }

    private static boolean isUrl(String url) {
        try {
            URI uri = URI.create(url);
            return uri.getHost() != null && uri.getPort() <= 65_535 && List.of("http", "https").contains(uri.getScheme());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isSecret(String secret) {
        try {
            return !secret.startsWith("whsec_") || Base64.getDecoder().decode(secret.substring(6)).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static List<String> texts(Call call, String name) {
        return Fields.asList(call.bodyMap.get(name)).stream().map(String::valueOf).toList();
    }

    private Reply addEndpoint(Call call) {
        Fields body = call.body();
        Input in = body.read("url!, businessId ref, secret");
        String fallback = "whsec_" + Tokens.random("").replace('-', '+').replace('_', '/');
        String secret = in.or("secret", fallback);
        body.failIf(!isUrl(in.or("url", "")), "url", "must be an http or https URL");
        body.failIf(secret.isEmpty() || !isSecret(secret), "secret", "must be text, or whsec_ followed by base64");
        body.done();
        if (in.containsKey("businessId")) { app.store.need("business", in.text("businessId")); }
        return Reply.json(201, app.hooks.register(in.text("url"), secret, in.text("businessId"), texts(call, "eventTypes")).view());
    }

    private static Reply issued(Tokens.Token token) {
        Map<String, Object> view = token.view();
        view.put("token", token.secret());
        return Reply.json(201, view);
    }
}
