import com.sun.net.httpserver.*;
import java.io.*;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.*;

/** Turns HTTP exchanges into calls: authentication, rate limit, routing, body and error responses. */
final class Front implements HttpHandler {
    private static final int MAX_BODY = 8 * 1024 * 1024;
    private final App app;
    private final Limiter limiter;
    private final Router publicRoutes;
    private final Router dashboardRoutes;

    Front(App app) {
        this.app = app;
        limiter = new Limiter(app.settings.perMinute());
        publicRoutes = app.publicRoutes();
        dashboardRoutes = app.dashboardRoutes();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Reply reply;
        try {
            reply = respond(exchange);
        } catch (ApiError e) {
            reply = Reply.error(e);
        } catch (RuntimeException e) {
            System.err.println("an unexpected error: " + e);
            reply = Reply.error(new ApiError(500, "internal_error", "unexpected error; retry later", null));
        }
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            reply.headers().forEach(headers::set);
            boolean empty = reply.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
            if (!empty) { headers.set("Content-Type", reply.contentType()); }
            exchange.sendResponseHeaders(reply.status(), empty ? -1 : reply.body().length);
            if (!empty) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(reply.body());
                }
            }
        }
    }

    private Reply respond(HttpExchange exchange) throws IOException {
        String rawPath = exchange.getRequestURI().getRawPath();
        String[] segments = segments(rawPath == null ? "/" : rawPath);
        if (segments.length > 0 && segments[0].equals("dashboard")) { return dashboard(exchange, segments); }
        Tokens.Token token;
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        String address = exchange.getRemoteAddress().getAddress().getHostAddress();
        synchronized (app.lock) { token = app.tokens.authenticate(header, address); }
        long wait = limiter.take(token.secret());
        if (wait > 0) {
            ApiError error = new ApiError(429, "rate_limit_exceeded", "too many requests; retry after " + wait + " s", null);
            return Reply.error(error).with("Retry-After", String.valueOf(wait));
        }
        Router.Match match = publicRoutes.match(exchange.getRequestMethod(), segments);
        checkAccess(match.route().access(), token.kind());
        synchronized (app.lock) { app.tokens.businessOf(token, tenantKey(exchange)); }
        Map<String, Object> body = body(exchange);
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        synchronized (app.lock) {
            Entity business = app.tokens.businessOf(token, tenantKey(exchange));
            Entity user = token.userId() == null ? null : app.store.find("user", token.userId());
            if (token.userId() != null && user == null) { throw ApiError.unauthorized("the user of this token no longer exists"); }
            return match.route().handler().handle(new Call(app, match.path(), query, body, token, business, user));
        }
    }

    private static String tenantKey(HttpExchange exchange) { return exchange.getRequestHeaders().getFirst("X-MultiTenantKey"); }

    private static void checkAccess(Router.Access access, Tokens.Kind kind) {
        if (access == Router.Access.PLATFORM && kind != Tokens.Kind.PLATFORM) {
            throw ApiError.forbidden("this operation needs a platform token");
        }
        if (access == Router.Access.BACKEND && kind == Tokens.Kind.USER) {
            throw ApiError.forbidden("a user token gives no access to this operation");
        }
    }

    private Reply dashboard(HttpExchange exchange, String[] segments) throws IOException {
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        if (!("Bearer " + app.settings.controlKey()).equals(header)) { throw ApiError.unauthorized("the dashboard needs the control key"); }
        Router.Match match = dashboardRoutes.match(exchange.getRequestMethod(), segments);
        Call call = new Call(app, match.path(), query(exchange.getRequestURI().getRawQuery()), body(exchange), null, null, null);
        if (segments[segments.length - 1].equals("clock")) {
            // The clock waits for deliveries, so it must not hold the state lock.
            return match.route().handler().handle(call);
        }
        synchronized (app.lock) { return match.route().handler().handle(call); }
    }

    private static String[] segments(String rawPath) {
        String[] parts = rawPath.replaceFirst("^/+", "").split("/", -1);
        for (int i = 0; i < parts.length; i++) { parts[i] = decode(parts[i]); }
        return parts;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiError.invalid("url", "has an invalid percent encoding");
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            int split = pair.indexOf('=');
            String name = split < 0 ? pair : pair.substring(0, split);
            query.put(decode(name), split < 0 ? "" : decode(pair.substring(split + 1)));
        }
        return query;
    }

    private static Map<String, Object> body(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (bytes.length > MAX_BODY) { throw new ApiError(413, "request_too_large", "a request body has at most 8 MiB", null); }
        String method = exchange.getRequestMethod();
        if (bytes.length == 0 || method.equals("GET") || method.equals("DELETE")) { return Map.of(); }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type != null && !type.trim().toLowerCase().matches("application/json\\s*(;.*)?")) {
            throw ApiError.invalid("Content-Type", "must be application/json");
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            if (Json.parse(text) instanceof Map<?, ?> map) { return Fields.asMap(map); }
        } catch (CharacterCodingException e) {
            throw ApiError.invalid("body", "must be UTF-8");
        } catch (Json.Malformed e) {
            throw ApiError.invalid("body", e.getMessage());
        }
        throw ApiError.invalid("body", "must be a JSON object");
    }
}
