package io.wattune.collectors.dcgm;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** An exporter that shows what it is told to. */
final class FakeExporter implements AutoCloseable {
  private final HttpServer server;
  volatile String page = "";
  volatile int status = 200;

  FakeExporter() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
  }

  /** A line of one GPU. */
  static String line(String name, String uuid, String value) {
    return name
        + "{gpu=\"0\",UUID=\""
        + uuid
        + "\",modelName=\"NVIDIA A100-SXM4-40GB\",DCGM_FI_DRIVER_VERSION=\"550.54\"} "
        + value
        + "\n";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
