import java.util.*;

/** Uploaded files. Request bodies are JSON, so the content comes as base64 text. */
final class Files extends Part {
    private static final int MAX_SIZE = 5 * 1024 * 1024;
    Files(App app) { super(app); }

    @Override void routes(Router router) {
        router.any("POST", "/v1/files", this::upload);
        router.any("GET", "/v1/files/{id}", call -> Reply.result(call.target("file").fields));
        router.any("GET", "/v1/files/{id}/content", call -> {
            Entity file = call.target("file");
            return new Reply(200, file.text("contentType"), (byte[]) file.hidden.get("bytes"), Map.of());
        });
    }

    private Reply upload(Call call) {
        Fields body = call.body();
        Input in = body.read("fileName!, contentType! application/pdf|image/jpeg|image/png");
        byte[] bytes = decode(call.bodyMap.get("content"));
        body.failIf(bytes.length == 0 || bytes.length > MAX_SIZE, "content", "must be base64 text of 1 byte to 5 MiB");
        body.done();
        Entity file = app.store.create("file", call.businessId()).setAll(in).set("size", bytes.length)
                .set("createdTimestamp", app.time.seconds());
        file.userId = call.user == null ? null : call.user.id;
        file.hidden.put("bytes", bytes);
        return Reply.created(file);
    }

    private static byte[] decode(Object text) {
        try {
            return text instanceof String base64 ? Base64.getDecoder().decode(base64) : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /** Rejects an id that was not uploaded with 404; an absent or empty id passes. */
    void check(Call call, Object id) {
        if (id != null && !id.equals("")) { call.reach("file", (String) id); }
    }
}
