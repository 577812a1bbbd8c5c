package io.wattune.testbed.serving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Pages of servers over HTTP, each at a path of its own, on the loopback interface alone. */
public final class ServedPages implements AutoCloseable {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final String END = "/metrics";

  private final Map<String, Supplier<String>> pages = new ConcurrentHashMap<>();
  private final HttpServer server;

  private ServedPages(HttpServer server) {
    this.server = server;
  }

  /** Begins to listen, on any free port. */
  public static ServedPages start() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    var pages = new ServedPages(server);
    server.createContext("/", pages::answer);
    server.start();
    return pages;
  }

  /** Where the page of a name is, or will be. */
  public URI url(String name) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + name + END);
  }

  /** Shows a page from now on; it is asked for by a thread of the pages. */
  public void show(String name, Supplier<String> page) {
    pages.put("/" + name + END, page);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Supplier<String> page = pages.get(exchange.getRequestURI().getPath());
      if (page == null) {
        exchange.sendResponseHeaders(NOT_FOUND, -1);
        return;
      }
      byte[] body = page.get().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
      exchange.sendResponseHeaders(OK, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
