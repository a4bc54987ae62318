import java.nio.charset.StandardCharsets;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import java.security.*;
import java.util.*;

/** API tokens, logins and the exchange of external JWTs. */
final class Tokens extends Part {
    enum Kind { ORG, PLATFORM, USER }
    static final long USER_LIFE_S = 3600;
    private static final long REDIRECT_LIFE_S = 60;
    private static final SecureRandom RANDOM = new SecureRandom();
    private final Map<String, Token> bySecret = new LinkedHashMap<>();
    private final Map<String, Redirect> redirects = new HashMap<>();

    record Token(String id, String secret, Kind kind, String businessId, String userId, long expires, List<String> ipAddresses) {
        Map<String, Object> view() {
            return Json.of("id", id, "kind", kind.name().toLowerCase(), "businessId", businessId, "userId", userId,
                    "expiresAt", expires == 0 ? null : expires, "ipAddresses", ipAddresses);
        }
    }

    private record Redirect(Entity user, long expires) { }

    Tokens(App app) { super(app); }

    @Override void routes(Router router) {
        router.backend("POST", "/v1/auth/login/jwt", this::exchangeJwt);
        router.backend("POST", "/v1/auth/token", this::redeem);
        router.backend("POST", "/v1/auth/login", this::login);
    }

    static String random(String prefix) {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    Token add(Kind kind, String secret, String businessId, String userId, long expires, List<String> ips) {
        Token token = new Token(UUID.randomUUID().toString(), secret, kind, businessId, userId, expires, ips);
        bySecret.put(secret, token);
        return token;
    }

    Token issueFor(Entity user) {
        return add(Kind.USER, random("usr_"), user.businessId, user.id, app.time.seconds() + USER_LIFE_S, List.of());
    }

    Map<String, Object> userTokenView(Token token) {
        return Json.of("userToken", token.secret(), "tokenType", "Bearer", "userId", token.userId(),
                "expiresIn", USER_LIFE_S, "expiresAt", token.expires());
    }

    List<Token> all() { return new ArrayList<>(bySecret.values()); }
    boolean revoke(String id) { return bySecret.values().removeIf(token -> token.id().equals(id)); }
    void revokeOf(Entity user) { bySecret.values().removeIf(token -> user.id.equals(token.userId())); }

    Token authenticate(String header, String address) {
        if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw ApiError.unauthorized("the Authorization header must carry a Bearer token");
        }
        String secret = header.substring(7).trim();
        if (secret.equals(app.settings.productionKey())) {
            throw ApiError.unauthorized("the token belongs to the production environment; this is the sandbox");
        }
        Token token = bySecret.get(secret);
        if (token == null) { throw ApiError.unauthorized("the token is not valid"); }
        if (token.expires() > 0 && token.expires() <= app.time.seconds()) { throw ApiError.unauthorized("the token has expired"); }
        if (!token.ipAddresses().isEmpty() && !token.ipAddresses().contains(address)) {
            throw ApiError.forbidden("the token is bound to other IP addresses");
        }
        return token;
    }

    /** The business of a call. Without the header, a platform token acts on the platform's own business. */
    Entity businessOf(Token token, String tenantKey) {
        Entity own = app.store.need("business", token.businessId());
        if (tenantKey == null) { return own; }
        boolean platform = token.kind() == Kind.PLATFORM;
        return app.store.all("business", b -> b.text("tenantKey").equals(tenantKey)
                && (b == own || platform && b.flag("platform"))).stream().findFirst()
                .orElseThrow(() -> ApiError.forbidden("the tenant key does not belong to the caller"));
    }

    private Reply exchangeJwt(Call call) {
        Map<String, Object> claims = verify(call.read("jwt!").text("jwt"));
        Object email = claims.get("email");
        Object subject = claims.get("sub");
        Entity user = app.store.first("user", call.businessId(), u -> u.id.equals(subject)
                || u.text("email").equalsIgnoreCase(String.valueOf(email)) || u.text("email").equalsIgnoreCase(String.valueOf(subject)))
                .orElseThrow(() -> ApiError.notFound("user"));
        String redirect = random("rdt_");
        redirects.put(redirect, new Redirect(user, app.time.seconds() + REDIRECT_LIFE_S));
        return Reply.ok(Json.of("redirectToken", redirect));
    }

    private Map<String, Object> verify(String jwt) {
        String[] parts = jwt.split("\\.", -1);
        if (parts.length != 3) { throw ApiError.invalid("jwt", "must be a JWT of three parts"); }
        Map<String, Object> header = decode(parts[0]);
        Map<String, Object> claims = decode(parts[1]);
        byte[] expected = hmac(app.settings.jwtSecret().getBytes(StandardCharsets.UTF_8), parts[0] + "." + parts[1]);
        String signature = Base64.getUrlEncoder().withoutPadding().encodeToString(expected);
        boolean valid = "HS256".equals(header.get("alg")) && MessageDigest.isEqual(
                signature.getBytes(StandardCharsets.UTF_8), parts[2].getBytes(StandardCharsets.UTF_8));
        if (!valid) { throw ApiError.unauthorized("the signature of the JWT is not valid"); }
        boolean expired = claims.get("exp") instanceof Number exp && exp.longValue() <= app.time.seconds();
        if (expired || claims.containsKey("exp") && !(claims.get("exp") instanceof Number)) {
            throw ApiError.unauthorized("the JWT has expired");
        }
        return claims;
    }

    private static Map<String, Object> decode(String part) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
            return Fields.asMap(Json.parse(text));
        } catch (IllegalArgumentException | Json.Malformed e) {
            throw ApiError.invalid("jwt", "is not a readable JWT");
        }
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Reply redeem(Call call) {
        String secret = call.read("redirectToken!").text("redirectToken");
        Redirect redirect = redirects.get(secret);
        if (redirect == null || redirect.expires() <= app.time.seconds() || app.store.find("user", redirect.user().id) == null
                || !redirect.user().businessId.equals(call.businessId())) {
            throw ApiError.unauthorized("the redirect token is not valid or has expired");
        }
        redirects.remove(secret);
        redirect.user().set("status", "active");
        return Reply.created(userTokenView(issueFor(redirect.user())));
    }

    private Reply login(Call call) {
        Input in = call.read("email!, password!");
        Entity user = app.store.first("user", call.businessId(), u -> u.text("email").equalsIgnoreCase(in.text("email"))
                && in.text("password").equals(u.hidden.get("password")))
                .orElseThrow(() -> ApiError.unauthorized("the email address or the password is wrong"));
        return Reply.created(userTokenView(issueFor(user)));
    }
}
