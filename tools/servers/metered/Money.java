import java.math.*;
import java.util.Map;

/** Money objects (amounts in minor units) and the fixed exchange rates of the sandbox. */
final class Money {
    private static final Map<String, String> USD_PER_UNIT = Map.ofEntries(Map.entry("USD", "1"), Map.entry("EUR", "1.08"),
            Map.entry("GBP", "1.27"), Map.entry("CAD", "0.73"), Map.entry("NGN", "0.00065"), Map.entry("COP", "0.00025"),
            Map.entry("KES", "0.0077"), Map.entry("GHS", "0.08"), Map.entry("ZAR", "0.054"), Map.entry("INR", "0.012"),
            Map.entry("BRL", "0.19"), Map.entry("MXN", "0.055"), Map.entry("AED", "0.272"), Map.entry("PHP", "0.0175"),
            Map.entry("AUD", "0.66"), Map.entry("CHF", "1.12"), Map.entry("PLN", "0.25"), Map.entry("SGD", "0.74"));

    private Money() {
    }

    static Map<String, Object> of(long amount, String currency) { return Json.of("amount", amount, "currency", currency); }
    static long amount(Object money) { return Fields.asMap(money).get("amount") instanceof Long amount ? amount : 0; }
    static String currency(Object money) { return Fields.asMap(money).get("currency") instanceof String currency ? currency : "USD"; }

    /** Units of "to" for one unit of "from". */
    static BigDecimal rate(String from, String to) {
        if (from.equals(to)) { return BigDecimal.ONE; }
        return perUnit(from).divide(perUnit(to), new MathContext(8)).stripTrailingZeros();
    }

    private static BigDecimal perUnit(String currency) {
        String value = USD_PER_UNIT.get(currency);
        if (value == null) { throw ApiError.invalid("currency", "the sandbox has no exchange rate for " + currency); }
        return new BigDecimal(value);
    }

    static long convert(long amount, String from, String to) {
        return rate(from, to).multiply(BigDecimal.valueOf(amount)).setScale(0, RoundingMode.HALF_UP).longValue();
    }
}
