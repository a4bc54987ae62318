import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.net.http.*;
import java.util.*;

/** Webhook endpoints, deliveries with their signatures, and retries. */
final class Webhooks {
    private static final long[] RETRY_SECONDS = {5, 300, 1800, 7200, 18_000, 36_000, 86_400};
    private static final int LOG_SIZE = 20_000;
    private final App app;
    private final HttpClient client;
    final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    final List<Delivery> deliveries = new ArrayList<>();

    /** An endpoint without a business belongs to the platform and receives the events of all its businesses. */
    record Endpoint(String id, String url, String secret, String businessId, List<String> eventTypes) {
        Map<String, Object> view() {
            return Json.of("id", id, "url", url, "secret", secret, "scope",
                    businessId == null ? "platform" : "business", "businessId", businessId, "eventTypes", eventTypes);
        }

        byte[] key() {
            return secret.startsWith("whsec_") ? Base64.getDecoder().decode(secret.substring(6)) : secret.getBytes(StandardCharsets.UTF_8);
        }
    }

    static final class Delivery {
        final String id = UUID.randomUUID().toString();
        final String eventId;
        final String eventType;
        final Endpoint endpoint;
        final String body;
        final List<Object> attempts = new ArrayList<>();
        String status = "pending";
        Long nextAttemptAt;

        Delivery(String eventId, String eventType, Endpoint endpoint, String body) {
            this.eventId = eventId;
            this.eventType = eventType;
            this.endpoint = endpoint;
            this.body = body;
        }

        Map<String, Object> view() {
            return Json.of("id", id, "eventId", eventId, "eventType", eventType, "endpointId", endpoint.id(),
                    "status", status, "nextAttemptAt", nextAttemptAt, "attempts", attempts, "body", body);
        }
    }

    Webhooks(App app) {
        this.app = app;
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofSeconds(3)).executor(Executors.newFixedThreadPool(4, work -> {
                    Thread thread = new Thread(work, "delivery");
                    thread.setDaemon(true);
                    return thread;
                })).build();
    }

    Endpoint register(String url, String secret, String businessId, List<String> eventTypes) {
        Endpoint endpoint = new Endpoint(UUID.randomUUID().toString(), url, secret, businessId, eventTypes);
        endpoints.put(endpoint.id(), endpoint);
        return endpoint;
    }

    void emit(String businessId, String eventType, Map<String, Object> payload) {
        Entity business = app.store.need("business", businessId);
        payload.put("tenantKey", business.text("tenantKey"));
        String eventId = "msg_" + UUID.randomUUID().toString().replace("-", "");
        String body = Json.write(Json.of("eventType", eventType, "id", eventId, "version", "1.0",
                "timestamp", app.time.seconds(), "data", payload));
        for (Endpoint endpoint : endpoints.values()) {
            boolean inScope = endpoint.businessId() == null ? business.flag("platform") : endpoint.businessId().equals(businessId);
            if (inScope && (endpoint.eventTypes().isEmpty() || endpoint.eventTypes().contains(eventType))) {
                Delivery delivery = new Delivery(eventId, eventType, endpoint, body);
                deliveries.add(delivery);
                app.time.after(0, () -> send(delivery));
            }
        }
        if (deliveries.size() > LOG_SIZE) { deliveries.subList(0, deliveries.size() - LOG_SIZE).clear(); }
    }

    void send(Delivery delivery) {
        Endpoint endpoint = delivery.endpoint;
        if (!endpoints.containsKey(endpoint.id())) {
            delivery.status = "cancelled";
            delivery.nextAttemptAt = null;
            return;
        }
        long timestamp = app.time.seconds();
        byte[] mac = Tokens.hmac(endpoint.key(), delivery.eventId + "." + timestamp + "." + delivery.body);
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint.url())).timeout(Duration.ofSeconds(5))
                .header("Content-Type", "application/json").header("hook-id", delivery.eventId).header("hook-timestamp",
                String.valueOf(timestamp)).header("hook-signature", "v1," + Base64.getEncoder()
                .encodeToString(mac)).POST(HttpRequest.BodyPublishers.ofString(delivery.body)).build();
        app.time.begin();
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).whenComplete((response, failure) ->
                app.time.end(() -> record(delivery, timestamp, response == null ? 0 : response.statusCode())));
    }

    private void record(Delivery delivery, long timestamp, int status) {
        delivery.attempts.add(Json.of("timestamp", timestamp, "status", status == 0 ? null : status));
        delivery.nextAttemptAt = null;
        int retry = delivery.attempts.size() - 1;
        if (status >= 200 && status < 300) {
            delivery.status = "delivered";
        } else if (!delivery.status.equals("delivered") && retry < RETRY_SECONDS.length) {
            delivery.nextAttemptAt = app.time.seconds() + RETRY_SECONDS[retry];
            app.time.after(RETRY_SECONDS[retry] * 1000, () -> retry(delivery, retry + 1));
        } else if (!delivery.status.equals("delivered")) {
            delivery.status = "failed";
        }
    }

    private void retry(Delivery delivery, int attemptsSoFar) {
        // A manual resend in between replaces this retry.
        if (delivery.status.equals("pending") && delivery.attempts.size() == attemptsSoFar) { send(delivery); }
    }
}
