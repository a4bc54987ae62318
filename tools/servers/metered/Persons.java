import java.time.LocalDate;
import java.util.*;

/** Persons, their job information and their offboarding. */
final class Persons extends Part {
    private static final String BASICS = "firstName!, lastName!, email! email, address address, phoneNumber phone, "
            + "metadata texts, businessName";

    Persons(App app) { super(app); }

    @Override void routes(Router router) {
        router.backend("POST", "/v1/persons", this::create);
        router.any("GET", "/v1/persons", call -> {
            String email = call.query("email");
            return call.page(call.listed("person", p -> email == null || email.equalsIgnoreCase(p.text("email"))), p -> p.fields);
        });
        router.any("GET", "/v1/persons/{id}", call -> Reply.result(call.target("person").fields));
        router.backend("PATCH", "/v1/persons/{id}", this::update);
        router.backend("PUT", "/v1/persons/{id}/jobInfo", this::jobInfo);
        for (String part : List.of("personalInfo", "taxProfile")) {
            router.any("GET", "/v1/persons/{id}/" + part, call -> Reply.result(
                    call.target("person").hidden.getOrDefault(part, Map.of())));
        }
        router.any("PUT", "/v1/persons/{id}/personalInfo", call -> {
            Entity person = call.target("person");
            return stored(person, "personalInfo", call.read("taxId, socialSecurityId"));
        });
        router.any("PUT", "/v1/persons/{id}/taxProfile", this::taxProfile);
        router.backend("POST", "/v1/persons/{id}/offboarding", this::schedule);
        router.backend("DELETE", "/v1/persons/{id}/offboarding", call -> {
            Entity person = call.target("person");
            endOffboarding(person);
            app.emit(person.businessId, "person.offboarding.cancelled", "id", person.id);
            return Reply.nothing();
        });
        router.backend("POST", "/v1/persons/{id}/reinstatement", call -> {
            Entity person = call.target("person");
            ApiError.needState(person.is("Former"), "only a former person can be reinstated");
            person.set("status", "Active");
            app.emit(person.businessId, "person.reinstated", "id", person.id);
            return Reply.created(person);
        });
    }

    private static Reply stored(Entity person, String part, Map<String, Object> values) {
        person.hidden.put(part, values);
        return Reply.result(values);
    }

    private Reply create(Call call) {
        Fields body = call.body();
        Input in = body.read(BASICS + ", type! EMPLOYEE|CONTRACTOR, contractorType INDIVIDUAL|BUSINESS");
        Map<String, Object> comp = compInfo(body);
        Map<String, Object> job = job(call, body);
        body.done();
        checkEmail(call, in.text("email"), null);
        in.putIfAbsent("address", Fields.empty(Fields.ADDRESS));
        in.putIfAbsent("phoneNumber", Fields.empty("countryCode", "number"));
        in.putIfAbsent("metadata", Map.of());
        in.putIfAbsent("businessName", "");
        if (in.text("type").equals("EMPLOYEE")) {
            in.remove("contractorType");
        } else {
            in.putIfAbsent("contractorType", "INDIVIDUAL");
        }
        Entity person = app.store.create("person", call.businessId()).setAll(in).set("compInfo", comp)
                .set("jobInfo", job).set("status", "Active").set("createdTimestamp", app.time.seconds());
        person.personId = person.id;
        Map<String, Object> payload = person.pick("id", "firstName", "lastName", "email");
        payload.putAll(Json.of("personType", in.text("type"), "contractorType", person.text("contractorType"),
                "phoneNumber", person.get("phoneNumber")));
        app.hooks.emit(person.businessId, "person.created", payload);
        Map<String, Object> view = new LinkedHashMap<>(person.fields);
        view.put("userId", app.users.createFor(person).id);
        return Reply.created(view);
    }

    private void checkEmail(Call call, String email, Entity self) {
        if (app.store.first("person", call.businessId(), p -> p != self && p.text("email").equalsIgnoreCase(email)).isPresent()) {
            throw new ApiError(409, "already_exists", "a person with this email address already exists", null);
        }
    }

    private Map<String, Object> compInfo(Fields body) {
        return body.part("compInfo", false).read("type net|gross, salary money, "
                + "frequency hourly|weekly|biweekly|monthly|annually, employmentModel eor|direct|contractor");
    }

    private Map<String, Object> job(Call call, Fields body) {
        Fields info = body.part("jobInfo", false);
        Map<String, Object> job = info.read("startDate date, employeeNumber, title, department");
        List<Object> custom = new ArrayList<>();
        for (Fields item : info.objects("customFields", false, 100)) {
            Input value = item.read("id! ref, name, value!");
            Entity field = app.store.find("custom field", value.or("id", ""));
            boolean known = field != null && field.businessId.equals(call.businessId());
            item.failIf(!known, "id", "is not a custom field of the business");
            if (known) { value.putIfAbsent("name", field.get("name")); }
            custom.add(value);
        }
        job.put("customFields", custom);
        job.put("entityId", call.business.get("entityId"));
        return job;
    }

    private Reply update(Call call) {
        Entity person = call.target("person");
        Input in = call.read(BASICS.replace("!", ""));
        if (in.containsKey("email")) { checkEmail(call, in.text("email"), person); }
        person.setAll(in);
        app.hooks.emit(person.businessId, "person.updated", person.pick("id", "firstName", "lastName", "email", "phoneNumber"));
        return Reply.result(person.fields);
    }

    private Reply jobInfo(Call call) {
        Entity person = call.target("person");
        Fields body = call.body();
        Map<String, Object> comp = new LinkedHashMap<>(person.map("compInfo"));
        comp.putAll(compInfo(body));
        Map<String, Object> job = job(call, body);
        body.done();
        person.set("compInfo", comp);
        if (body.has("jobInfo")) { person.set("jobInfo", job); }
        Map<String, Object> view = person.pick("id", "compInfo", "jobInfo");
        app.hooks.emit(person.businessId, "person.jobinfo.updated", new LinkedHashMap<>(view));
        return Reply.result(view);
    }

    private Reply taxProfile(Call call) {
        Entity person = call.target("person");
        Fields body = call.body();
        body.read("maritalStatus single|married|divorced|widowed");
        if (body.has("numberOfDependents")) { body.integer("numberOfDependents", 0, 30); }
        call.bodyMap.forEach((name, value) -> body.failIf(value instanceof Map<?, ?> || value instanceof List<?>, name,
                "must be a string, a number or a boolean"));
        body.done();
        return stored(person, "taxProfile", call.bodyMap);
    }

    private Reply schedule(Call call) {
        Entity person = call.target("person");
        Fields body = call.body();
        Input in = body.read("exitDate! date, reason!");
        LocalDate exit = in.date("exitDate");
        body.failIf(exit != null && exit.isBefore(app.time.today()), "exitDate", "must be today or later");
        body.done();
        ApiError.needState(person.is("Active") && !person.fields.containsKey("offboarding"),
                "only an active person without a pending offboarding can be offboarded");
        person.set("offboarding", in);
        app.emit(person.businessId, "person.offboarding.scheduled", "id", person.id,
                "exitDate", in.get("exitDate"), "reason", in.get("reason"));
        app.time.at(Timeline.startOf(exit.plusDays(1)), () -> {
            if (person.get("offboarding") == in) { completeOffboarding(person); }
        });
        return Reply.created(person);
    }

    private static Map<String, Object> endOffboarding(Entity person) {
        ApiError.needState(person.fields.containsKey("offboarding"), "the person has no pending offboarding");
        return Fields.asMap(person.fields.remove("offboarding"));
    }

    void completeOffboarding(Entity person) {
        Map<String, Object> offboarding = endOffboarding(person);
        person.set("status", "Former");
        app.emit(person.businessId, "person.offboarding.completed", "id", person.id,
                "exitDate", offboarding.get("exitDate"), "reason", offboarding.get("reason"));
    }
}
