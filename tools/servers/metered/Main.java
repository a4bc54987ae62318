import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.net.*;

/** Starts the server. */
final class Main {
    private Main() {
    }

    public static void main(String[] args) throws IOException {
        // Without this property the JDK's server delays small responses on kept-alive connections by 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        Settings settings = readSettings();
        App app = new App(settings);
        synchronized (app.lock) {
            Entity platform = app.businesses.seed("Platform", true);
            app.tokens.add(Tokens.Kind.PLATFORM, settings.platformKey(), platform.id, null, 0, List.of());
            Entity single = app.businesses.seed("Single Business", false);
            app.tokens.add(Tokens.Kind.ORG, settings.orgKey(), single.id, null, 0, List.of());
        }
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, settings.port()), 128);
        server.createContext("/", new Front(app));
        server.setExecutor(Executors.newFixedThreadPool(16));
        app.time.start();
        server.start();
        System.out.println("listening on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static Settings readSettings() {
        try {
            return Settings.fromEnvironment();
        } catch (IllegalArgumentException e) {
            System.err.println("Cannot start: " + e.getMessage());
            System.exit(2);
            throw e;
        }
    }
}
