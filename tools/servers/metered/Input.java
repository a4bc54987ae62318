import java.time.LocalDate;
import java.util.*;

/** The checked values of a request body. Absent fields have no entry. */
final class Input extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;
    String text(String name) { return (String) get(name); }
    String or(String name, String fallback) { return (String) getOrDefault(name, fallback); }
    Map<String, Object> map(String name) { return containsKey(name) ? Fields.asMap(get(name)) : null; }
    LocalDate date(String name) { return containsKey(name) ? Fields.parseDate(text(name)) : null; }
    LocalDate dateOr(String name, LocalDate fallback) { return containsKey(name) ? date(name) : fallback; }
}
