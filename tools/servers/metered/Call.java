import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.*;

/** One request with its caller and the business that it is about. */
final class Call {
    final App app;
    final Map<String, String> path;
    final Map<String, String> query;
    final Map<String, Object> bodyMap;
    final Tokens.Token token;
    final Entity business;
    final Entity user;

    Call(App app, Map<String, String> path, Map<String, String> query, Map<String, Object> bodyMap,
            Tokens.Token token, Entity business, Entity user) {
        this.app = app;
        this.path = path;
        this.query = query;
        this.bodyMap = bodyMap;
        this.token = token;
        this.business = business;
        this.user = user;
    }

    Fields body() { return new Fields(bodyMap); }
    String businessId() { return business.id; }

    String query(String name) {
        String value = query.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Reads and checks the body. */
    Input read(String specification) {
        Fields body = body();
        Input input = body.read(specification);
        body.done();
        return input;
    }

    /** The object that the path names with {id}, when the caller may reach it. */
    Entity target(String kind) { return reach(kind, path.get("id")); }

    /** The object with this id in the caller's business; a user token reaches only the user's own objects. */
    Entity reach(String kind, String id) {
        Entity entity = app.store.find(kind, id);
        if (entity == null || !entity.businessId.equals(business.id)) { throw ApiError.notFound(kind); }
        if (!owns(entity)) { throw ApiError.forbidden("a user token gives access to the user's own resources only"); }
        return entity;
    }

    private boolean owns(Entity entity) {
        return user == null || entity == user || user.id.equals(entity.userId)
                || user.personId != null && user.personId.equals(entity.personId);
    }

    /** The person a user token acts for, or the person that the body names. */
    Entity personOf(Fields body) {
        String id = body.read(user == null ? "personId! ref" : "personId ref").text("personId");
        body.done();
        return reach("person", id == null ? user.personId : id);
    }

    long number(String name, long fallback, long least, long most) {
        String text = query(name);
        if (text == null) { return fallback; }
        long value = text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
        if (value < least || value > most) { throw ApiError.invalid(name, "must be an integer from " + least + " to " + most); }
        return value;
    }

    String choice(String name, String... values) {
        String value = query(name);
        if (value != null && !List.of(values).contains(value)) {
            throw ApiError.invalid(name, "must be one of " + String.join(", ", values));
        }
        return value;
    }

    /** The visible objects of the business that the caller may see, oldest first. */
    List<Entity> listed(String kind, Predicate<Entity> test) {
        return app.store.all(kind, e -> e.businessId.equals(business.id) && app.store.visible(e) && owns(e) && test.test(e));
    }

    /** The page shape: data and meta. */
    Reply page(List<Entity> all, Function<Entity, Object> view) {
        int page = (int) number("page", 1, 1, 100_000_000);
        int limit = (int) number("limit", 20, 1, 100);
        long skipped = (page - 1L) * limit;
        List<Object> data = all.stream().skip(skipped).limit(limit).map(view).toList();
        int pages = (all.size() + limit - 1) / limit;
        return Reply.ok(Json.of("data", data, "meta", Json.of("limit", limit, "currentPage", page,
                "skipped", skipped, "pages", pages, "itemCount", all.size())));
    }

    /** A list in the cursor shape, newest first. */
    Reply list(String kind) { return list(kind, e -> true); }
    Reply list(String kind, Predicate<Entity> test) { return cursors(listed(kind, test), false); }

    /** The cursor shape: data and node. A cursor names the first or last object of the neighbouring page. */
    Reply cursors(List<Entity> all, boolean oldestFirst) {
        int limit = (int) number("limit", 20, 1, 100);
        List<Entity> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingLong(e -> oldestFirst ? e.seq : -e.seq));
        String cursor = query("cursor") == null ? null : decode(query("cursor"));
        int from = 0;
        int to = limit;
        if (cursor != null) {
            long seq = Long.parseLong(cursor.substring(1));
            boolean forward = cursor.startsWith("n");
            int split = 0;
            while (split < sorted.size() && isBefore(sorted.get(split).seq, seq, oldestFirst, forward)) { split++; }
            from = forward ? split : Math.max(0, split - limit);
            to = forward ? split + limit : split;
        }
        to = Math.min(sorted.size(), to);
        List<Entity> part = from < to ? sorted.subList(from, to) : Collections.emptyList();
        String previous = from > 0 && !part.isEmpty() ? encode("p" + part.get(0).seq) : null;
        String next = to < sorted.size() ? encode("n" + part.get(part.size() - 1).seq) : null;
        return Reply.ok(Json.of("data", part.stream().map(e -> e.fields).toList(), "node", Json.of("previous", previous, "next", next)));
    }

    private static boolean isBefore(long seq, long pivot, boolean oldestFirst, boolean inclusive) {
        return inclusive && seq == pivot || (oldestFirst ? seq < pivot : seq > pivot);
    }

    private static String encode(String cursor) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.matches("[np]\\d{1,15}")) { return text; }
        } catch (IllegalArgumentException e) {
            // An unreadable cursor is rejected below.
        }
        throw ApiError.invalid("cursor", "must be a cursor from a previous response");
    }
}
