package io.wattune.sinks.registry;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/**
 * A schema registry as far as a writer needs one: a schema that is known keeps its number, over all
 * subjects; a login is asked for; what is no schema is refused.
 */
final class StandInRegistry implements AutoCloseable {
  static final String LOGIN = "connect:secret";

  private static final String EXPECTED = "Basic Y29ubmVjdDpzZWNyZXQ="; // That login in base64.

  private final ObjectMapper json = new ObjectMapper();
  private final HttpServer server;
  private final List<Schema> schemas = new ArrayList<>();
  private final Map<String, Integer> subjects = new TreeMap<>();
  private int outages;

  /** At a free port; it says so often that it is not well. */
  StandInRegistry(int outages) throws IOException {
    this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), outages);
  }

  /** Where another one was. */
  StandInRegistry(URI address) throws IOException {
    this(new InetSocketAddress(address.getHost(), address.getPort()), 0);
  }

  private StandInRegistry(InetSocketAddress place, int outages) throws IOException {
    this.outages = outages;
    server = HttpServer.create(place, 0);
    server.createContext("/subjects/", this::answer);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The schema of a number. */
  synchronized Schema schema(int id) {
    return schemas.get(id - 1);
  }

  /** The newest number of each subject. */
  synchronized Map<String, Integer> subjects() {
    return Map.copyOf(subjects);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/", -1);
    if (outages > 0) {
      outages--;
      send(exchange, 503, "{\"error_code\": 50302, \"message\": \"no leader\"}");
    } else if (!EXPECTED.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      send(exchange, 401, "{\"error_code\": 40101, \"message\": \"unauthorized\"}");
    } else if (!exchange.getRequestMethod().equals("POST") || !path[3].equals("versions")) {
      send(exchange, 404, "");
    } else {
      String text = json.readTree(exchange.getRequestBody()).path("schema").asText();
      Schema schema = new SchemaParser().parse((CharSequence) text).mainSchema();
      if (!schemas.contains(schema)) {
        schemas.add(schema);
      }
      int id = schemas.indexOf(schema) + 1;
      subjects.put(path[2], id);
      send(exchange, 200, "{\"id\": " + id + "}");
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
