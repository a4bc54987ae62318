import java.math.BigDecimal;
import java.util.*;
import java.util.regex.*;

/** A small JSON reader and writer. Objects are LinkedHashMap, arrays are ArrayList, integers are Long. */
final class Json {
    private static final int MAX_DEPTH = 64;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,59})(\\.\\d{1,60})?([eE][+-]?\\d{1,4})?");
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{4}");
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";
    private final String text;
    private int at;
    private Json(String text) { this.text = text; }

    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;
        Malformed(String message) { super(message); }
    }

    /** Builds an object from names and values in turn. */
    static Map<String, Object> of(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < pairs.length; i += 2) { map.put((String) pairs[i], pairs[i + 1]); }
        return map;
    }

    static Object parse(String text) throws Malformed {
        Json reader = new Json(text);
        Object value = reader.value(0);
        if (reader.peek() != 0) { throw new Malformed("unexpected text at position " + reader.at); }
        return value;
    }

    /** The next character that is no white space, or 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) { at++; }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean accept(char c) {
        boolean there = peek() == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) throws Malformed {
        if (!accept(c)) { throw new Malformed("'" + c + "' is expected at position " + at); }
    }

    private Object value(int depth) throws Malformed {
        if (depth > MAX_DEPTH) { throw new Malformed("the JSON value is nested too deeply"); }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) throws Malformed {
        Map<String, Object> map = new LinkedHashMap<>();
        expect('{');
        if (accept('}')) { return map; }
        do {
            if (peek() != '"') { throw new Malformed("a member name is expected at position " + at); }
            String name = string();
            expect(':');
            map.put(name, value(depth + 1));
        } while (accept(','));
        expect('}');
        return map;
    }

    private List<Object> array(int depth) throws Malformed {
        List<Object> list = new ArrayList<>();
        expect('[');
        if (accept(']')) { return list; }
        do {
            list.add(value(depth + 1));
        } while (accept(','));
        expect(']');
        return list;
    }

    private String string() throws Malformed {
        StringBuilder out = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return out.toString();
            }
            if (c < 0x20) { throw new Malformed("a control character in a string"); }
            out.append(c == '\\' ? escape() : c);
        }
        throw new Malformed("a string is not closed");
    }

    /** Reads an escape sequence and stops at its last character. */
    private char escape() throws Malformed {
        at++;
        int known = at < text.length() ? ESCAPES.indexOf(text.charAt(at)) : -1;
        if (known >= 0) { return ESCAPED.charAt(known); }
        Matcher hex = HEX.matcher(text).region(Math.min(at + 1, text.length()), text.length());
        if (at >= text.length() || text.charAt(at) != 'u' || !hex.lookingAt()) { throw new Malformed("an unknown escape in a string"); }
        at += 4;
        return (char) Integer.parseInt(hex.group(), 16);
    }

    private Object word(String word, Object value) throws Malformed {
        if (!text.startsWith(word, at)) { throw new Malformed("an unknown word at position " + at); }
        at += word.length();
        return value;
    }

    private Object number() throws Malformed {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) { throw new Malformed("a value is expected at position " + at); }
        at = number.end();
        String digits = number.group();
        return digits.matches("-?\\d{1,18}") ? (Object) Long.valueOf(digits) : new BigDecimal(digits);
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                writeText(String.valueOf(entry.getKey()), out.append(separator));
                write(entry.getValue(), out.append(':'));
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            String separator = "[";
            for (Object item : list) {
                write(item, out.append(separator));
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else if (value instanceof String text) {
            writeText(text, out);
        } else {
            out.append(value);
        }
    }

    private static void writeText(String text, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c == 0x7f || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
