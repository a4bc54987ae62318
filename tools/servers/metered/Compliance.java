import java.time.LocalDate;
import java.util.*;

/** Statutory filings, tax remittances and the requirements that block filings. */
final class Compliance extends Part {
    /** The next statuses that each status allows, by kind. */
    private static final Map<String, Map<String, String>> STEPS = Map.of("filing", Map.of("created", "blocked pending overdue",
            "blocked", "pending overdue", "pending", "in_review overdue", "overdue", "pending in_review", "in_review",
            "approved rejected", "approved", "submitted", "submitted", "accepted rejected", "rejected", "pending"), "remittance",
            Map.of("created", "processing", "processing", "completed failed", "failed", "processing"));

    Compliance(App app) { super(app); }

    @Override void routes(Router router) {
        for (String kind : List.of("filing", "remittance", "requirement")) {
            router.backend("GET", "/v1/" + kind + "s", call -> {
                String status = call.query("status");
                return call.list(kind, f -> status == null || f.is(status));
            });
            router.backend("GET", "/v1/" + kind + "s/{id}", call -> Reply.result(call.target(kind).fields));
        }
        router.backend("POST", "/v1/requirements/{id}/satisfaction", this::satisfy);
    }

    /** Moves a filing or a remittance when its state allows the step; called by the dashboard. */
    Reply step(Entity entity, String status) {
        List<String> allowed = List.of(STEPS.get(entity.kind).getOrDefault(entity.status(), "").split(" "));
        ApiError.needState(allowed.contains(status), "a " + entity.kind + " in status " + entity.status() + " cannot become " + status);
        return Reply.ok(move(entity, status).fields);
    }

    private Entity move(Entity entity, String status) {
        app.status(entity, status);
        Map<String, Object> payload = entity.pick("id", "status", "country", "filingId", "amount");
        payload.putAll(Json.of("resourceType", entity.kind, "resourceId", entity.id));
        app.hooks.emit(entity.businessId, entity.kind + "." + status, payload);
        return entity;
    }

    /** A filing, with a requirement that blocks it until the business has given its tax registration. */
    Entity file(Entity business, String payrollId, LocalDate due) {
        Entity filing = move(app.stamped("filing", business.id).set("country", business.get("country"))
                .set("payrollId", payrollId).set("dueDate", due.toString()), "created");
        if (business.flag("taxRegistered")) {
            move(filing, "pending");
        } else {
            move(app.stamped("requirement", business.id).set("filingId", filing.id).set("country", business.get("country"))
                    .set("description", "Tax registration number"), "created");
            move(filing, "blocked");
        }
        app.time.at(Timeline.startOf(due.plusDays(1)), () -> {
            if (filing.is("created", "blocked", "pending")) { move(filing, "overdue"); }
        });
        return filing;
    }

    Entity remit(String businessId, String payrollId, Map<String, Object> amount) {
        return move(app.stamped("remittance", businessId).set("payrollId", payrollId).set("amount", amount), "created");
    }

    void afterPayroll(Entity payroll) {
        file(app.store.need("business", payroll.businessId), payroll.id, app.time.today().plusDays(30));
        long amount = List.of("tax", "pension", "statutoryDeductions", "employerContributions").stream()
                .mapToLong(part -> Money.amount(payroll.get(part))).sum();
        remit(payroll.businessId, payroll.id, Money.of(amount, Money.currency(payroll.get("tax"))));
    }

    private Reply satisfy(Call call) {
        Entity requirement = call.target("requirement");
        Input in = call.read("value!");
        ApiError.needState(requirement.is("created"), "the requirement is already satisfied");
        call.business.hidden.put("taxRegistered", true);
        move(requirement.setAll(in), "satisfied");
        Entity filing = app.store.need("filing", requirement.text("filingId"));
        if (filing.is("blocked")) { move(filing, "pending"); }
        return Reply.created(requirement);
    }
}
