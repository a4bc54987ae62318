import java.util.*;

/** Contract templates and contracts with their signatures. */
final class Contracts extends Part {
    Contracts(App app) { super(app); }

    @Override void routes(Router router) {
        router.backend("GET", "/v1/contract-templates", call -> Reply.data(
                call.listed("contract template", t -> true).stream().map(t -> t.fields).toList()));
        router.backend("POST", "/v1/contract-templates", this::createTemplate);
        router.any("GET", "/v1/contracts", call -> {
            String person = call.query("personId");
            return Reply.data(call.listed("contract", c -> person == null || person.equals(c.personId)).stream()
                    .map(c -> c.pick("id", "name", "personId", "templateId", "status", "signatures", "createdAt",
                            "customContractAttached")).toList());
        });
        router.backend("POST", "/v1/contracts", this::create);
        router.any("GET", "/v1/contracts/{id}", call -> Reply.result(call.target("contract").fields));
        router.backend("POST", "/v1/contracts/{id}/cancellation", call -> {
            Entity contract = call.target("contract");
            needOpen(contract);
            move(contract, "cancelled");
            return Reply.created(contract);
        });
    }

    void seedTemplates(Entity business) {
        List<Object> variables = List.of(Json.of("name", "name", "label", "Name", "ref", "person.name", "type", "string",
                "description", "Name of the worker", "isRequired", true));
        for (String type : List.of("employee", "contractor")) {
            addTemplate(business, variables, Json.of("personType", type, "type", "regular", "name", type + " agreement",
                    "templateString", "This agreement is made with {{name}}."));
        }
    }

    private Entity addTemplate(Entity business, List<Object> variables, Map<String, Object> values) {
        return app.stamped("contract template", business.id).set("type", "regular").set("country", business.get("country"))
                .setAll(values).set("tenantKey", business.get("tenantKey")).set("templateVariables", variables);
    }

    private Reply createTemplate(Call call) {
        Fields body = call.body();
        Input in = body.read("name!, personType! employee|contractor, type regular, country country, templateString!");
        List<Object> variables = new ArrayList<>();
        for (Fields variable : body.objects("templateVariables", false, 200)) {
            boolean required = variable.read("name!, isRequired flag").get("isRequired") == Boolean.TRUE;
            Map<String, Object> view = variable.texts("name", "label", "ref", "type", "description");
            view.put("isRequired", required);
            variables.add(view);
        }
        body.done();
        return Reply.created(addTemplate(call.business, variables, in));
    }

    private static Map<String, Object> signature(Object email, String name, int order) {
        return Json.of("id", UUID.randomUUID().toString(), "emailAddress", email, "name", name, "order", order,
                "status", "unsigned", "signedAt", 0, "lastViewedAt", 0);
    }

    private Reply create(Call call) {
        Fields body = call.body();
        Input in = body.read("templateId! ref, personId! ref, suppressNotification flag");
        Entity admin = call.business;
        Input sender = body.has("sender") ? body.part("sender", true).read("email! email, name!") : new Input();
        body.done();
        Entity template = call.reach("contract template", in.text("templateId"));
        Entity person = call.reach("person", in.text("personId"));
        String worker = person.text("firstName") + " " + person.text("lastName");
        String title = template.text("name") + " - " + worker;
        Map<String, Object> first = signature(sender.or("email", admin.text("adminEmail")),
                sender.or("name", admin.text("adminFirstName") + " " + admin.text("adminLastName")), 0);
        Entity contract = app.store.create("contract", call.businessId()).set("name", title).set("personId", person.id)
                .set("signatures", List.of(first, signature(person.get("email"), worker, 1)))
                .set("status", "awaiting business signature").set("subject", "Please sign: " + title)
                .set("templateId", template.id).set("title", title);
        contract.personId = person.id;
        emit(contract, "contract.created");
        Map<String, Object> view = new LinkedHashMap<>(contract.fields);
        contract.set("createdAt", app.time.seconds()).set("customContractAttached", false);
        return Reply.json(201, view);
    }

    private void emit(Entity contract, String event) {
        app.hooks.emit(contract.businessId, event, contract.pick("id", "name", "personId", "templateId", "status", "signatures"));
    }

    private void move(Entity contract, String status) {
        contract.set("status", status);
        emit(contract, "contract.status.updated");
    }

    private static void needOpen(Entity contract) {
        ApiError.needState(contract.status().startsWith("awaiting"), "the contract is " + contract.status());
    }

    /** The next signer in order signs. Signing happens outside the API, from a link in an email. */
    Reply sign(Entity contract) {
        needOpen(contract);
        boolean admin = contract.is("awaiting business signature");
        Map<String, Object> signature = Fields.asMap(Fields.asList(contract.get("signatures")).get(admin ? 0 : 1));
        signature.putAll(Json.of("status", "signed", "signedAt", app.time.seconds(), "lastViewedAt", app.time.seconds()));
        emit(contract, "contract.signed");
        move(contract, admin ? "awaiting worker signature" : "completed");
        return Reply.ok(contract.fields);
    }
}
