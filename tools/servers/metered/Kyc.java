import java.time.LocalDate;
import java.util.*;

/** Identity and address verification of users. */
final class Kyc extends Part {
    private static final long PENDING_AFTER_MS = 3000;
    private static final List<String> STAGES = List.of("", "about-to-expire", "in-grace-period", "expired");
    private static final String ID = "type! passport|national_id|drivers_license, number!, issuedCountryCode country, "
            + "issuedDate date, expirationDate date";

    Kyc(App app) { super(app); }

    @Override void routes(Router router) {
        router.any("GET", "/v1/users/{id}/kyc", call -> Reply.result(view(call.target("user"))));
        router.any("POST", "/v1/users/{id}/kyc", this::submit);
        router.any("PATCH", "/v1/users/{id}/kyc", this::resubmit);
        router.any("POST", "/v1/users/{id}/kyc/renewal", this::renew);
        router.backend("POST", "/v1/sandbox/users/{id}/kyc/review", call -> review(call, call.target("user")));
    }

    void prepare(Entity user) {
        user.hidden.putAll(Map.of("identity", Json.of("status", "none"), "address", Json.of("status", "none"),
                "details", Json.of(), "stage", 0));
    }

    private static Map<String, Object> part(Entity user, String name) { return Fields.asMap(user.hidden.get(name)); }
    private static boolean is(Entity user, String type, String status) { return status.equals(part(user, type).get("status")); }
    private static int stage(Entity user) { return (Integer) user.hidden.get("stage"); }

    private static Map<String, Object> view(Entity user) {
        return Json.of("userId", user.id, "identity", part(user, "identity"), "address", part(user, "address"),
                "details", part(user, "details"), "documentExpiryStage", stage(user) == 0 ? null : STAGES.get(stage(user)));
    }

    /** The outcome that a sentinel dictates, or null for an ordinary value. */
    private static String outcome(Object value) {
        String text = String.valueOf(value).trim().toLowerCase();
        return text.equals("auto-approve") ? "approved" : text.equals("auto-reject") ? "rejected" : null;
    }

    private Map<String, Object> idDetails(Fields body) {
        Fields id = body.part("idDetails", true);
        if (outcome(id.read(ID).get("number")) == null) { id.read("frontFileId!"); }
        return id.texts("type", "number", "issuedCountryCode", "issuedBy", "issuedDate", "expirationDate",
                "frontFileId", "backFileId", "selfieFileId");
    }

    private void checkFiles(Call call, Map<String, Object> id) {
        List.of("frontFileId", "backFileId", "selfieFileId").forEach(name -> app.files.check(call, id.get(name)));
    }

    private Map<String, Object> details(Call call, Map<String, Object> bodyMap) {
        Fields body = new Fields(bodyMap);
        Input in = body.read("firstName!, lastName!, dob! date, nationality! country, address! address, addressProofFileId");
        in.put("idDetails", idDetails(body));
        body.done();
        checkFiles(call, in.map("idDetails"));
        app.files.check(call, in.get("addressProofFileId"));
        return in;
    }

    private Reply submit(Call call) {
        Entity user = call.target("user");
        Map<String, Object> details = details(call, call.bodyMap);
        ApiError.needState(part(user, "details").isEmpty(),
                "KYC is already submitted; a rejected identity can be resubmitted with PATCH");
        user.hidden.put("details", details);
        enter(user, "identity");
        enter(user, "address");
        return Reply.created(view(user));
    }

    private Reply resubmit(Call call) {
        Entity user = call.target("user");
        ApiError.needState(is(user, "identity", "rejected"), "identity can only be resubmitted when status is Rejected");
        Map<String, Object> merged = new LinkedHashMap<>(part(user, "details"));
        merged.putAll(call.bodyMap);
        for (String name : List.of("address", "idDetails")) {
            boolean readable = merged.get(name) instanceof Map<?, ?>;
            if (readable) { merged.put(name, mergedPart(part(user, "details").get(name), merged.get(name))); }
        }
        Map<String, Object> details = details(call, merged);
        user.hidden.put("details", details);
        enter(user, "identity");
        boolean addressSent = call.bodyMap.containsKey("address") || call.bodyMap.containsKey("addressProofFileId");
        boolean decides = outcome(Fields.asMap(details.get("address")).get("line2")) != null;
        if (addressSent && (decides || !is(user, "address", "approved"))) { enter(user, "address"); }
        return Reply.result(view(user));
    }

    /** The stored form holds empty strings for absent values; the checks need them absent. */
    private static Map<String, Object> mergedPart(Object stored, Object sent) {
        Map<String, Object> merged = new LinkedHashMap<>(Fields.asMap(stored));
        merged.putAll(Fields.asMap(sent));
        merged.values().removeIf(""::equals);
        return merged;
    }

    private Reply renew(Call call) {
        Entity user = call.target("user");
        Fields body = call.body();
        Map<String, Object> id = idDetails(body);
        body.done();
        checkFiles(call, id);
        ApiError.needState(is(user, "identity", "approved") || stage(user) > 0,
                "only an approved or expired identity document can be renewed");
        Map<String, Object> details = new LinkedHashMap<>(part(user, "details"));
        details.put("idDetails", id);
        user.hidden.put("details", details);
        enter(user, "identity");
        return Reply.created(view(user));
    }

    /** Starts the verification of one component, or decides it at once for a sentinel. */
    private void enter(Entity user, String type) {
        Map<String, Object> details = part(user, "details");
        Object deciding = type.equals("identity") ? Fields.asMap(details.get("idDetails")).get("number")
                : Fields.asMap(details.get("address")).get("line2");
        String outcome = outcome(deciding);
        if (type.equals("identity")) { user.hidden.put("stage", 0); }
        decide(user, type, outcome == null ? "processing" : outcome, "Rejected by a sandbox value");
        Object state = user.hidden.get(type);
        app.time.after(PENDING_AFTER_MS, () -> {
            // No reviewer works in the sandbox; no event reports the pending state.
            if (outcome == null && user.hidden.get(type) == state) { user.hidden.put(type, Json.of("status", "pending")); }
        });
    }

    private void decide(Entity user, String type, String status, String reason) {
        Map<String, Object> state = Json.of("status", status);
        if (status.equals("rejected")) { state.put("reason", reason); }
        user.hidden.put(type, state);
        app.emit(user.businessId, "user.kyc.updated", "userId", user.id, "type", type, "status", status);
        // A document that has entered a stage does not enter it again: only another document does.
        if (type.equals("identity") && status.equals("approved")) { checkExpiry(user); }
    }

    Reply review(Call call, Entity user) {
        Input in = call.read("action! approve|reject, type! identity|address, reason");
        decide(user, in.text("type"), in.text("action").equals("approve") ? "approved" : "rejected",
                in.or("reason", "Rejected by a reviewer"));
        return Reply.nothing();
    }

    /** Fires the stage that the document has entered and plans the next check. */
    private void checkExpiry(Entity user) {
        Map<String, Object> id = Fields.asMap(part(user, "details").get("idDetails"));
        LocalDate expiry = Fields.parseDate(String.valueOf(id.get("expirationDate")));
        if (expiry == null || app.store.find("user", user.id) == null) { return; }
        LocalDate[] starts = {null, expiry.minusDays(30), expiry.plusDays(1), expiry.plusDays(61)};
        int stage = 0;
        while (stage < 3 && !app.time.today().isBefore(starts[stage + 1])) { stage++; }
        if (stage > stage(user)) {
            user.hidden.put("stage", stage);
            if (stage == 3) { decide(user, "identity", "rejected", "The identity document has expired"); }
            app.emit(user.businessId, "user.kyc.expiry", "userId", user.id, "stage", STAGES.get(stage),
                    "documentType", id.get("type"), "expiryDate", expiry.toString());
        }
        Object state = user.hidden.get("identity");
        if (stage < 3) {
            app.time.at(Timeline.startOf(starts[stage + 1]), () -> {
                if (user.hidden.get("identity") == state) { checkExpiry(user); }
            });
        }
    }
}
