import java.util.*;

/** Counts the requests of each key over the last 60 seconds of real time. */
final class Limiter {
    private static final long WINDOW_NS = 60_000_000_000L;
    private final int perMinute;
    private final Map<String, ArrayDeque<Long>> requests = new HashMap<>();
    Limiter(int perMinute) { this.perMinute = perMinute; }

    /** Returns 0 when the request is allowed, otherwise the seconds until the next request is allowed. */
    synchronized long take(String key) {
        long now = System.nanoTime();
        ArrayDeque<Long> times = requests.computeIfAbsent(key, k -> new ArrayDeque<>());
        while (!times.isEmpty() && now - times.peekFirst() >= WINDOW_NS) { times.pollFirst(); }
        if (times.size() < perMinute) {
            times.addLast(now);
            return 0;
        }
        long wait = times.isEmpty() ? WINDOW_NS : WINDOW_NS - (now - times.peekFirst());
        return Math.max(1, (wait + 999_999_999L) / 1_000_000_000L);
    }
}
