/** The settings from the environment. */
record Settings(int port, String platformKey, String orgKey, String productionKey, String jwtSecret,
        String controlKey, double pace, int businesses, int perMinute) {

    static final long LIST_DELAY_MS = 2000;

    static Settings fromEnvironment() {
        return new Settings((int) number("PORT", 0), text("PLATFORM_KEY", "platform-key"), text("ORG_KEY", "org-key"),
                text("PRODUCTION_KEY", "production-key"), text("JWT_SECRET", "jwt-secret"), text("CONTROL_KEY", "control-key"),
                number("PACE", 1), (int) number("BUSINESSES", 10), (int) number("PER_MINUTE", 200));
    }

    long listDelayMs() { return Math.round(LIST_DELAY_MS * pace); }

    private static String text(String name, String fallback) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? fallback : value;
    }

    private static double number(String name, double fallback) {
        String value = text(name, String.valueOf(fallback));
        try {
            double number = Double.parseDouble(value);
            if (number >= 0) { return number; }
        } catch (NumberFormatException e) {
            // The message below covers this case too.
        }
        throw new IllegalArgumentException(name + " must be a number of at least 0, but is '" + value + "'");
    }
}
