package io.wattune.collectors.nodepower;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A management controller that serves JSON by path, 404 elsewhere. */
final class FakeRedfish implements AutoCloseable {
  static final String CHASSIS = "/redfish/v1/Chassis";

  private final HttpServer server;
  private final Map<String, String> resources = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile boolean isStopping;
  private volatile String elsewhere = "";

  private FakeRedfish(HttpServer server) {
    this.server = server;
  }

  static FakeRedfish start() throws IOException {
    return on(HttpServer.create(loopback(), 0));
  }

  static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static FakeRedfish on(HttpServer server) {
    var service = new FakeRedfish(server);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          service.asked.add(path);
          String authorization = exchange.getRequestHeaders().getFirst("Authorization");
          service.authorizations.add(authorization == null ? "" : authorization);
          if (!service.elsewhere.isEmpty() && !path.endsWith("/")) {
            exchange
                .getResponseHeaders()
                .set("Location", service.elsewhere.replace("PATH", path + "/"));
            exchange.sendResponseHeaders(308, -1);
            exchange.close();
            return;
          }
          String body = service.resources.get(path);
          byte[] bytes = (body == null ? "{}" : body).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(body == null ? 404 : service.status, bytes.length);
          exchange.getResponseBody().write(bytes, 0, service.isStopping ? 1 : bytes.length);
          if (service.isStopping) {
            exchange.getResponseBody().flush(); // And no more, on a connection that stays open.
          } else {
            exchange.close();
          }
        });
    server.start();
    return service;
  }

  FakeRedfish serve(String path, String json) {
    resources.put(path, json);
    return this;
  }

  /** A chassis with these links, named in the list of all. */
  FakeRedfish chassis(Map<String, String> linksById) {
    serve(
        CHASSIS,
        linksById.keySet().stream()
            .sorted()
            .map(id -> "{\"@odata.id\": \"" + CHASSIS + "/" + id + "\"}")
            .collect(java.util.stream.Collectors.joining(",", "{\"Members\": [", "]}")));
    linksById.forEach((id, links) -> serve(CHASSIS + "/" + id, links));
    return this;
  }

  /** From now on every path without a slash at its end leads here, {@code PATH} with one. */
  FakeRedfish leadTo(String location) {
    elsewhere = location;
    return this;
  }

  /** As older services say it: the node's power, and behind it a part of that. */
  FakeRedfish power(String watts) {
    chassis(Map.of("1", "{\"Power\": {\"@odata.id\": \"" + CHASSIS + "/1/Power\"}}"));
    return serve(
        CHASSIS + "/1/Power",
        "{\"PowerControl\": [{\"PhysicalContext\": \"Chassis\", \"PowerConsumedWatts\": "
            + watts
            + "}, {\"PhysicalContext\": \"CPU\", \"PowerConsumedWatts\": 90}]}");
  }

  void answer(int code) {
    status = code;
  }

  /** From now on answers begin and do not end. */
  void stopInTheMiddle() {
    isStopping = true;
  }

  List<String> asked() {
    return asked;
  }

  List<String> authorizations() {
    return authorizations;
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
