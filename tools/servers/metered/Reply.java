import java.nio.charset.StandardCharsets;
import java.util.*;

/** The response to a request. */
record Reply(int status, String contentType, byte[] body, Map<String, String> headers) {
    private static final String JSON = "application/json; charset=utf-8";

    static Reply json(int status, Object body) {
        return new Reply(status, JSON, Json.write(body).getBytes(StandardCharsets.UTF_8), Map.of());
    }

    static Reply ok(Object body) { return json(200, body); }
    static Reply data(List<?> data) { return ok(Json.of("data", data)); }

    /** Habit: a response whose form the document does not show is wrapped. */
    static Reply result(Object body) { return json(200, Json.of("result", body)); }
    static Reply created(Object body) { return json(201, Json.of("result", body)); }
    static Reply created(Entity entity) { return created(entity.fields); }
    static Reply nothing() { return new Reply(204, JSON, new byte[0], Map.of()); }
    static Reply error(ApiError error) { return json(error.status, error.body()); }
    Reply with(String header, String value) { return new Reply(status, contentType, body, Map.of(header, value)); }
}
