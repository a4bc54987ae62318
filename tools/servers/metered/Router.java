import java.util.*;

/** Finds the handler for a method and a path. */
final class Router {
    /** Who may call a route. */
    enum Access { PLATFORM, BACKEND, ANY }
    interface Handler { Reply handle(Call call); }

    record Route(String method, String[] segments, Access access, Handler handler) { }

    record Match(Route route, Map<String, String> path) { }

    private final List<Route> routes = new ArrayList<>();

    void add(Access access, String method, String path, Handler handler) {
        routes.add(new Route(method, path.substring(1).split("/"), access, handler));
    }

    /** For organization and platform tokens. */
    void backend(String method, String path, Handler handler) { add(Access.BACKEND, method, path, handler); }

    /** For user tokens too; the handler limits them to the user's own objects. */
    void any(String method, String path, Handler handler) { add(Access.ANY, method, path, handler); }

    /** The list of a kind in the cursor shape, and one object by its id. */
    void reads(Access access, String path, String kind) {
        add(access, "GET", path, call -> call.list(kind));
        add(access, "GET", path + "/{id}", call -> Reply.result(call.target(kind).fields));
    }

    Match match(String method, String[] segments) {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Map<String, String> path = capture(route.segments(), segments);
            if (path != null && route.method().equals(method)) { return new Match(route, path); }
            if (path != null) { allowed.add(route.method()); }
        }
        if (allowed.isEmpty()) { throw ApiError.notFound("resource"); }
        throw new ApiError(405, "method_not_allowed", "this path supports " + String.join(", ", allowed), null);
    }

    private static Map<String, String> capture(String[] pattern, String[] segments) {
        if (pattern.length != segments.length) { return null; }
        Map<String, String> path = new HashMap<>();
        for (int i = 0; i < pattern.length; i++) {
            if (pattern[i].startsWith("{")) {
                path.put(pattern[i].substring(1, pattern[i].length() - 1), segments[i]);
            } else if (!pattern[i].equals(segments[i])) {
                return null;
            }
        }
        return path;
    }
}
