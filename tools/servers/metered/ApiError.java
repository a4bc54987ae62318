import java.util.Map;

/** A refusal that becomes an HTTP status and the documented error body. */
final class ApiError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final int status;
    final String code;
    private final transient Map<String, String> params;

    ApiError(int status, String code, String message, Map<String, String> params) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.params = params;
    }

    static ApiError invalid(Map<String, String> params) {
        return new ApiError(400, "invalid_request_body", "the request body provided is not valid", params);
    }

    static ApiError invalid(String field, String message) { return invalid(Map.of(field, message)); }
    static ApiError unauthorized(String message) { return new ApiError(401, "unauthorized", message, null); }
    static ApiError forbidden(String message) { return new ApiError(403, "forbidden", message, null); }

    static ApiError notFound(String kind) {
        return new ApiError(404, "resource_not_found", "the requested " + kind + " could not be found", null);
    }

    /** Rejects an action that the state of an object does not allow. */
    static void needState(boolean allowed, String message) {
        if (!allowed) { throw new ApiError(409, "invalid_state", message, null); }
    }

    Map<String, Object> body() {
        Map<String, Object> body = Json.of("code", code, "message", getMessage());
        if (params != null && !params.isEmpty()) { body.put("params", params); }
        return body;
    }
}
