import java.util.*;

/** User accounts, each linked to a person. */
final class Users extends Part {
    private static final String WORKER_ROLE = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
    Users(App app) { super(app); }

    @Override void routes(Router router) {
        router.any("GET", "/v1/users", this::list);
        router.any("GET", "/v1/users/{id}", call -> Reply.result(view(call, call.target("user"))));
        router.any("PATCH", "/v1/users/{id}", this::update);
        router.backend("POST", "/v1/users/invite", this::invite);
        router.backend("DELETE", "/v1/sandbox/users/{id}", call -> {
            Entity user = call.target("user");
            app.tokens.revokeOf(user);
            app.store.remove(user);
            return Reply.nothing();
        });
    }

    private Reply list(Call call) {
        String person = call.query("personId");
        String email = call.query("email");
        return call.page(call.listed("user", u -> (person == null || person.equals(u.personId))
                && (email == null || email.equalsIgnoreCase(u.text("email")))), u -> view(call, u));
    }

    /** The status is returned only when the toggle is on. */
    private static Map<String, Object> view(Call call, Entity user) {
        Map<String, Object> view = new LinkedHashMap<>(user.fields);
        if (!"true".equals(call.query("includeStatus"))) { view.remove("status"); }
        return view;
    }

    Entity createFor(Entity person) {
        Entity user = app.store.create("user", person.businessId);
        user.personId = person.id;
        user.userId = user.id;
        user.set("personId", person.id).set("roleId", WORKER_ROLE).setAll(person.pick("firstName", "lastName",
                "email", "phoneNumber")).set("metadata", Map.of()).set("status", "invited");
        app.kyc.prepare(user);
        app.hooks.emit(user.businessId, "user.created",
                user.pick("id", "firstName", "lastName", "email", "personId", "phoneNumber"));
        return user;
    }

    void setPassword(Entity user, String password) {
        user.hidden.put("password", password);
        user.set("status", "active");
        app.emit(user.businessId, "user.profile.updated", "id", user.id, "type", "password_set");
    }

    private Reply update(Call call) {
        Entity user = call.target("user");
        Input in = call.read("firstName, lastName, email email, phoneNumber phone, metadata texts, tag");
        user.hidden.put("tag", in.or("tag", String.valueOf(user.hidden.getOrDefault("tag", ""))));
        in.remove("tag");
        Map<String, Object> before = user.pick("firstName", "lastName");
        user.setAll(in);
        Map<String, Object> payload = user.pick("id", "firstName", "lastName", "email", "phoneNumber");
        payload.putAll(Json.of("type", "basic_info", "tag", user.hidden.get("tag"),
                "isNameUpdated", !before.equals(user.pick("firstName", "lastName"))));
        app.hooks.emit(user.businessId, "user.updated", payload);
        return Reply.result(view(call, user));
    }

    private Reply invite(Call call) {
        Entity person = call.personOf(call.body());
        Entity user = app.store.first("user", call.businessId(), u -> person.id.equals(u.personId)).orElse(null);
        if (user == null) { return Reply.created(view(call, createFor(person))); }
        ApiError.needState(!user.is("active"), "the person already has an active user account");
        return Reply.result(view(call, user));
    }
}
