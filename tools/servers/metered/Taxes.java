import java.util.*;

/** Tax calculation, supported locations and required tax fields. */
final class Taxes extends Part {

    /** One line item; brackets are pairs of an upper limit in minor units and a rate in hundredths of a percent. */
    private record Rule(String name, String group, long... brackets) {
        long amount(long gross) {
            long sum = 0;
            long from = 0;
            for (int i = 0; i < brackets.length; i += 2) {
                long upTo = Math.min(gross, brackets[i]);
                sum += Math.max(0, upTo - from) * brackets[i + 1] / 10_000;
                from = brackets[i];
            }
            return sum;
        }
    }

    /** A calculation: net plus deductions is gross. */
    record Result(long net, long tax, long pension, long statutory, long employer, List<Object> deductions,
            List<Object> contributions, List<Object> summary) {
    }

    private record Country(String name, List<String> regions, List<Rule> rules) { }

    private static final long ALL = Long.MAX_VALUE;
    private static final Map<String, Country> COUNTRIES = Map.of("US", new Country("United States", List.of("CA", "NY", "TX"),
            List.of(new Rule("Federal income tax", "tax", 100_000, 1000, 500_000, 2200, ALL, 3200), new Rule("Social Security",
            "statutory", ALL, 620), new Rule("Medicare", "statutory", ALL, 145), new Rule("Employer Social Security", "employer",
            ALL, 620), new Rule("Employer Medicare", "employer", ALL, 145))), "GB", new Country("United Kingdom", List.of("ENG",
            "SCT", "WLS", "NIR"), List.of(new Rule("Income tax", "tax", 104_750, 0, 418_900, 2000, ALL, 4000),
            new Rule("National Insurance", "statutory", ALL, 800), new Rule("Pension", "pension", ALL, 500),
            new Rule("Employer National Insurance", "employer", ALL, 1500), new Rule("Employer pension", "employer", ALL, 300))),
            "NG", new Country("Nigeria", List.of("LA", "FC"), List.of(new Rule("PAYE", "tax", 2_500_000, 700, 5_000_000, 1100,
            ALL, 1900), new Rule("Pension", "pension", ALL, 800), new Rule("National Housing Fund", "statutory", ALL, 250),
            new Rule("Employer pension", "employer", ALL, 1000))), "CO", new Country("Colombia", List.of("DC", "ANT"),
            List.of(new Rule("Withholding tax", "tax", 500_000_000, 0, ALL, 1900), new Rule("Health", "statutory", ALL, 400),
            new Rule("Pension", "pension", ALL, 400), new Rule("Employer health", "employer", ALL, 850),
            new Rule("Employer pension", "employer", ALL, 1200))));

    Taxes(App app) { super(app); }

    @Override void routes(Router router) {
        router.backend("POST", "/v1/tax/calculations", this::calculate);
        router.backend("GET", "/v1/tax/locations", call -> Reply.ok(Json.of("countries", COUNTRIES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey()).map(e -> Json.of("name", e.getValue().name(), "code", e.getKey(), "regions",
                e.getValue().regions().stream().map(code -> Json.of("name", code, "code", code)).toList())).toList())));
        router.backend("GET", "/v1/tax/required-fields", call -> {
            String country = call.query("country");
            if (country == null || !COUNTRIES.containsKey(country)) { throw ApiError.invalid("country", "must be a supported country"); }
            return Reply.ok(Json.of("country", country, "fields", List.of(field("taxId", true, "string",
                    "Tax identification number of the person"), field("maritalStatus", false, "enum", "Marital status"),
                    field("numberOfDependents", false, "integer", "Number of dependents"))));
        });
    }

    private static Map<String, Object> field(String name, boolean required, String type, String description) {
        Map<String, Object> field = Json.of("name", name, "required", required, "type", type);
        if (type.equals("enum")) { field.put("enum", List.of("single", "married", "divorced", "widowed")); }
        field.put("description", description);
        return field;
    }

    String countryOf(Entity person) {
        String country = String.valueOf(person.map("address").get("countryCode"));
        return country.length() == 2 ? country : app.store.need("business", person.businessId).text("country");
    }

    /** A country without rules has no deductions. */
    Result of(String country, long gross, String currency) {
        long[] sums = new long[4];
        List<String> groups = List.of("tax", "pension", "statutory", "employer");
        List<Object> deductions = new ArrayList<>();
        List<Object> contributions = new ArrayList<>();
        List<Object> summary = new ArrayList<>();
        Country rules = COUNTRIES.get(country);
        for (Rule rule : rules == null ? List.<Rule>of() : rules.rules()) {
            long amount = rule.amount(gross);
            sums[groups.indexOf(rule.group())] += amount;
            (rule.group().equals("employer") ? contributions : deductions)
                    .add(Json.of("name", rule.name(), "amount", Money.of(amount, currency)));
            List<Object> brackets = new ArrayList<>();
            for (int i = 0; i < rule.brackets().length; i += 2) {
                long upTo = rule.brackets()[i];
                brackets.add(Json.of("upTo", upTo == ALL ? null : upTo, "rate", rule.brackets()[i + 1] / 10_000.0));
            }
            summary.add(Json.of("name", rule.name(), "formula", "sum of each bracket's part of " + gross
                    + " times its rate = " + amount, "brackets", brackets));
        }
        return new Result(gross - sums[0] - sums[1] - sums[2], sums[0], sums[1], sums[2], sums[3], deductions, contributions, summary);
    }

    private Reply calculate(Call call) {
        Fields body = call.body();
        Map<String, Object> salary = body.read("salary! money, additionalAttributes object").map("salary");
        Entity person = call.personOf(body);
        String country = countryOf(person);
        if (!COUNTRIES.containsKey(country)) {
            throw ApiError.invalid("personId", "the person's country " + country + " is not supported");
        }
        String currency = Money.currency(salary);
        Result result = of(country, Money.amount(salary), currency);
        return Reply.ok(Json.of("personId", person.id, "grossAmount", salary, "netAmount", Money.of(result.net(), currency),
                "deductions", result.deductions(), "employerContributions", result.contributions(), "summary", result.summary()));
    }
}
