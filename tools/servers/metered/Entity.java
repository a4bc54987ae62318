import java.util.*;

/** One stored object: the fields that the API returns, plus internal data and its owner. */
final class Entity {
    final String id;
    final String kind;
    final String businessId;
    final long seq;
    final long createdMs;
    final Map<String, Object> fields = new LinkedHashMap<>();
    final Map<String, Object> hidden = new HashMap<>();
    String personId;
    String userId;

    Entity(String id, String kind, String businessId, long seq, long createdMs) {
        this.id = id;
        this.kind = kind;
        this.businessId = businessId;
        this.seq = seq;
        this.createdMs = createdMs;
    }

    Object get(String name) { return fields.get(name); }
    String text(String name) { return fields.get(name) instanceof String text ? text : ""; }
    Map<String, Object> map(String name) { return Fields.asMap(fields.get(name)); }
    String status() { return text("status"); }
    boolean is(String... statuses) { return List.of(statuses).contains(status()); }

    Entity set(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    Entity setAll(Map<String, Object> values) {
        fields.putAll(values);
        return this;
    }

    boolean flag(String name) { return Boolean.TRUE.equals(hidden.get(name)); }

    /** A copy of the named fields; absent fields stay out. */
    Map<String, Object> pick(String... names) {
        Map<String, Object> out = new LinkedHashMap<>();
        for (String name : names) {
            if (fields.containsKey(name)) { out.put(name, fields.get(name)); }
        }
        return out;
    }
}
