import java.util.*;

/** Verification of businesses. */
final class Kyb extends Part {
    private static final String AUTO_APPROVE = "000-XXX-AUTO-APPROVE";
    /** Principal SSNs of the sandbox and the decision that each one dictates. */
    private static final Map<String, String> PRESETS = Map.of("000-00-0001", "request_information", "000-00-0002", "reject");
    Kyb(App app) { super(app); }

    @Override void routes(Router router) {
        String path = "/v1/businesses/{businessId}/kyb";
        router.backend("GET", path, call -> Reply.result(kyb(app.businesses.own(call))));
        router.backend("POST", path, call -> submit(call, "none"));
        router.backend("PATCH", path, call -> submit(call, "additional_information_needed"));
    }

    void prepare(Entity business) { business.hidden.put("kyb", Json.of("status", "none")); }
    private static Map<String, Object> kyb(Entity business) { return Fields.asMap(business.hidden.get("kyb")); }

    private Reply submit(Call call, String allowedFrom) {
        Entity business = app.businesses.own(call);
        Fields body = call.body();
        Input in = body.read("legalName!, taxIdentificationNumber!");
        List<Object> principals = new ArrayList<>();
        String preset = null;
        for (Fields item : body.objects("principals", false, 20)) {
            Input principal = item.read("firstName!, lastName!, dob date, ssn");
            preset = PRESETS.getOrDefault(principal.or("ssn", ""), preset);
            principals.add(principal);
        }
        body.done();
        boolean approve = AUTO_APPROVE.equalsIgnoreCase(in.text("taxIdentificationNumber"));
        if (approve && preset != null) {
            throw new ApiError(400, "invalid_request_body",
                    "auto-approve tax ID cannot be combined with auto-feedback principal presets", null);
        }
        Object status = kyb(business).get("status");
        ApiError.needState(status.equals(allowedFrom), "KYB in status " + status + " does not allow this submission");
        Map<String, Object> kyb = Json.of("businessId", business.id, "status", "processing", "message", "");
        kyb.putAll(in);
        kyb.put("principals", principals);
        business.hidden.put("kyb", kyb);
        if (approve || preset != null) { decide(business, approve ? "approve" : preset, approve ? "" : "Decided by a sandbox value"); }
        return allowedFrom.equals("none") ? Reply.created(kyb) : Reply.result(kyb);
    }

    Reply decide(Entity business, String action, String message) {
        Map<String, Object> kyb = kyb(business);
        boolean open = !kyb.get("status").equals("none") && !kyb.get("status").equals("rejected");
        ApiError.needState(open, "KYB in status " + kyb.get("status") + " cannot be decided");
        String status = action.equals("approve") ? "approved" : action.equals("reject") ? "rejected" : "additional_information_needed";
        kyb.put("status", status);
        kyb.put("message", message);
        app.emit(business.id, status.equals("rejected") ? "business.kyb.rejected" : "business.kyb.reviewed",
                "id", business.id, "businessId", business.id, "status", status, "message", message);
        if (status.equals("approved")) {
            app.emit(business.id, "business.kyb.completed", "id", business.id, "businessId", business.id, "status", status);
        }
        return Reply.ok(kyb);
    }
}
