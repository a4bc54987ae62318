import java.time.*;
import java.util.*;

/** The one virtual clock and the jobs that wait for it. Jobs run while the state lock is held. */
final class Timeline {
    private static final long LONGEST_WAIT_MS = 30_000;
    private final Object lock;
    private final Object advancing = new Object();
    private final PriorityQueue<Job> jobs = new PriorityQueue<>(Comparator.comparingLong(Job::due).thenComparingLong(Job::order));
    private long offset;
    private long order;
    private int inFlight;

    private record Job(long due, long order, Runnable action) { }

    Timeline(Object lock) { this.lock = lock; }

    void start() {
        Thread thread = new Thread(this::run, "timeline");
        thread.setDaemon(true);
        thread.start();
    }

    /** Virtual time in milliseconds. */
    long now() {
        synchronized (lock) { return System.currentTimeMillis() + offset; }
    }

    long seconds() { return now() / 1000; }
    LocalDate today() { return Instant.ofEpochMilli(now()).atZone(ZoneOffset.UTC).toLocalDate(); }
    static long startOf(LocalDate date) { return date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli(); }

    void at(long due, Runnable action) {
        synchronized (lock) {
            jobs.add(new Job(due, order++, action));
            lock.notifyAll();
        }
    }

    void after(long ms, Runnable action) { at(now() + ms, action); }

    /** Counts a delivery whose result has not arrived yet. */
    void begin() {
        synchronized (lock) { inFlight++; }
    }

    /** Records the result of a delivery under the state lock. */
    void end(Runnable result) {
        synchronized (lock) {
            try {
                result.run();
            } finally {
                inFlight--;
                lock.notifyAll();
            }
        }
    }

    private void run() {
        synchronized (lock) {
            while (!Thread.currentThread().isInterrupted()) {
                runDue();
                Job next = jobs.peek();
                long wait = next == null ? 60_000 : Math.max(1, Math.min(60_000, next.due() - now()));
                pause(wait);
            }
        }
    }

    private void pause(long ms) {
        try {
            lock.wait(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runDue() {
        while (!jobs.isEmpty() && jobs.peek().due() <= now()) {
            try {
                jobs.poll().action().run();
            } catch (RuntimeException e) {
                System.err.println("a job failed: " + e);
            }
        }
    }

    /** Moves the clock from one due job to the next, so each job sees the time at which it was due. */
    void advance(long seconds) {
        synchronized (advancing) {
            synchronized (lock) {
                long target = now() + seconds * 1000;
                long giveUp = System.nanoTime() + LONGEST_WAIT_MS * 1_000_000;
                while (true) {
                    runDue();
                    if (inFlight > 0 && System.nanoTime() < giveUp) {
                        pause(1000);
                        continue;
                    }
                    Job next = jobs.peek();
                    if (next == null || next.due() > target) { break; }
                    offset += Math.max(0, next.due() - now());
                }
                offset += Math.max(0, target - now());
            }
        }
    }
}
