import java.util.*;
import java.util.function.Predicate;

/** All stored objects. Callers hold the state lock. */
final class Store {
    private final Timeline time;
    private final long listDelayMs;
    private final Map<String, Entity> byId = new HashMap<>();
    private final Map<String, List<Entity>> byKind = new HashMap<>();
    private long seq;

    Store(Timeline time, long listDelayMs) {
        this.time = time;
        this.listDelayMs = listDelayMs;
    }

    Entity create(String kind, String businessId) {
        String id = UUID.randomUUID().toString();
        Entity entity = new Entity(id, kind, businessId == null ? id : businessId, ++seq, time.now());
        byId.put(id, entity);
        byKind.computeIfAbsent(kind, k -> new ArrayList<>()).add(entity);
        return entity.set("id", id);
    }

    void remove(Entity entity) {
        byId.remove(entity.id);
        byKind.get(entity.kind).remove(entity);
    }

    /** The object, or null when there is none of that kind. */
    Entity find(String kind, String id) {
        Entity entity = byId.get(id);
        return entity != null && entity.kind.equals(kind) ? entity : null;
    }

    Entity need(String kind, String id) {
        Entity entity = find(kind, id);
        if (entity == null) { throw ApiError.notFound(kind); }
        return entity;
    }

    List<Entity> all(String kind, Predicate<Entity> test) {
        return byKind.getOrDefault(kind, List.of()).stream().filter(test).toList();
    }

    List<Entity> of(String kind, String businessId) { return all(kind, e -> e.businessId.equals(businessId)); }

    Optional<Entity> first(String kind, String businessId, Predicate<Entity> test) {
        return of(kind, businessId).stream().filter(test).findFirst();
    }

    /** Lists show an object only after the list delay. */
    boolean visible(Entity entity) { return entity.createdMs + listDelayMs <= time.now(); }
}
