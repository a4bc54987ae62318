import java.time.*;
import java.util.*;

/** Checks a request body and collects every violation before done() rejects the body. */
final class Fields {
    static final long MAX_AMOUNT = 1_000_000_000_000L;
    static final String[] ADDRESS = {"countryCode", "line1", "line2", "city", "postalCode", "state"};
    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
    private static final String UUID_FORM = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
    private final Map<String, Object> map;
    private final String prefix;
    private final Map<String, String> errors;
    Fields(Map<String, Object> map) { this(map, "", new LinkedHashMap<>()); }

    private Fields(Map<String, Object> map, String prefix, Map<String, String> errors) {
        this.map = map;
        this.prefix = prefix;
        this.errors = errors;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> asMap(Object value) { return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of(); }
    static List<?> asList(Object value) { return value instanceof List<?> list ? list : List.of(); }

    void done() {
        if (!errors.isEmpty()) { throw ApiError.invalid(errors); }
    }

    void fail(String name, String message) { errors.putIfAbsent(prefix + name, message); }

    void failIf(boolean violated, String name, String message) {
        if (violated) { fail(name, message); }
    }

    boolean has(String name) { return map.get(name) != null; }

    /**
     * Reads the fields that the specification lists, separated by commas: a name, "!" when the field is required,
     * and a type (see check) or the allowed values separated by "|". The default type is text.
     */
    Input read(String specification) {
        Input input = new Input();
        for (String item : specification.split(", ")) {
            String[] parts = item.split(" ");
            boolean required = parts[0].endsWith("!");
            String name = required ? parts[0].substring(0, parts[0].length() - 1) : parts[0];
            Object value = map.get(name);
            if (value == null) {
                failIf(required, name, "is required");
            } else {
                Object checked = check(name, value, parts.length > 1 ? parts[1] : "text");
                failIf(required && value instanceof String text && text.isBlank(), name, "must not be empty");
                if (checked != null) { input.put(name, checked); }
            }
        }
        return input;
    }

    private Object check(String name, Object value, String type) {
        return switch (type) {
            case "any" -> value;
            case "flag" -> value instanceof Boolean ? value : wrong(name, "must be true or false");
            case "object" -> value instanceof Map<?, ?> ? value : wrong(name, "must be an object");
            case "texts" -> textMap(name);
            case "money" -> money(name);
            case "phone" -> value instanceof Map<?, ?> ? object(name).texts("countryCode", "number") : wrong(name, "must be an object");
            case "address" -> address(name);
            default -> value instanceof String text ? checkText(name, text, type) : wrong(name, "must be a string");
        };
    }

    private Object wrong(String name, String message) {
        fail(name, message);
        return null;
    }

    private String checkText(String name, String text, String type) {
        failIf(text.length() > 10_000, name, "must have at most 10000 characters");
        switch (type) {
            case "text" -> { }
            case "email" -> failIf(!text.matches("[^@\\s]{1,200}@[^@\\s]{1,200}\\.[^@\\s.]+"), name, "must be an email address");
            case "ref" -> failIf(!text.matches(UUID_FORM), name, "must be a UUID");
            case "country" -> failIf(!COUNTRIES.contains(text), name, "must be an ISO 3166-1 alpha-2 country code");
            case "currency" -> failIf(!isCurrency(text), name, "must be an ISO 4217 currency code");
            case "date" -> failIf(parseDate(text) == null, name, "must be a date in the form YYYY-MM-DD");
            case "time" -> failIf(parseTime(text) == null, name, "must be an RFC 3339 timestamp");
            default -> failIf(!List.of(type.split("\\|")).contains(text), name, "must be one of " + type.replace("|", ", "));
        }
        return text;
    }

    private static boolean isCurrency(String code) {
        try {
            return Currency.getInstance(code) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static LocalDate parseDate(String text) {
        try {
            return text.matches("[12]\\d{3}-\\d\\d-\\d\\d") ? LocalDate.parse(text) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    static OffsetDateTime parseTime(String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    Long integer(String name, long least, long most) {
        if (map.get(name) instanceof Long number && number >= least && number <= most) { return number; }
        fail(name, "must be an integer from " + least + " to " + most);
        return least;
    }

    /** The fields of a nested object, or null when it is absent or no object. */
    Fields object(String name) {
        return map.get(name) instanceof Map<?, ?> nested ? new Fields(asMap(nested), prefix + name + ".", errors) : null;
    }

    /** The fields of a nested object; an absent object reads as an empty one. */
    Fields part(String name, boolean required) {
        read(name + (required ? "! object" : " object"));
        Fields nested = object(name);
        return nested == null ? new Fields(Map.of(), prefix + name + ".", required ? errors : new HashMap<>()) : nested;
    }

    List<Fields> objects(String name, boolean required, int most) {
        List<Fields> out = new ArrayList<>();
        List<?> items = asList(map.get(name));
        boolean wrong = map.get(name) != null && !(map.get(name) instanceof List<?>);
        failIf(wrong || required && items.isEmpty() || items.size() > most, name, "must be an array of 1 to " + most + " elements");
        for (int i = 0; i < Math.min(items.size(), most); i++) {
            String label = name + "[" + i + "]";
            failIf(!(items.get(i) instanceof Map<?, ?>), label, "must be an object");
            out.add(new Fields(asMap(items.get(i)), prefix + label + ".", errors));
        }
        return out;
    }

    private Map<String, Object> money(String name) {
        Fields money = part(name, true);
        long amount = money.integer("amount", 1, MAX_AMOUNT);
        return Money.of(amount, money.read("currency! currency").or("currency", "USD"));
    }

    private Map<String, Object> address(String name) {
        Fields address = part(name, true);
        if (!"".equals(address.map.get("countryCode"))) { address.read("countryCode country"); }
        return address.texts(ADDRESS);
    }

    private Map<String, Object> textMap(String name) {
        Fields object = part(name, true);
        object.map.keySet().forEach(key -> object.failIf(!(object.map.get(key) instanceof String), key, "must be a string"));
        return object.map;
    }

    /** Optional strings; an empty string stands for an absent one. */
    Map<String, Object> texts(String... names) {
        Map<String, Object> out = new LinkedHashMap<>();
        for (String name : names) { out.put(name, read(name).or(name, "")); }
        return out;
    }

    static Map<String, Object> empty(String... names) { return new Fields(Map.of()).texts(names); }
}
