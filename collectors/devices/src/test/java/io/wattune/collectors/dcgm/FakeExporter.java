package io.wattune.collectors.dcgm;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An exporter that shows what it is told to, counts questions, and hangs when it is told to. */
final class FakeExporter implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  final AtomicInteger asked = new AtomicInteger();
  volatile String page = "";
  volatile int status = 200;

  /** Answers wait for this one. */
  volatile CountDownLatch mayAnswer = new CountDownLatch(0);

  FakeExporter() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          asked.incrementAndGet();
          await(mayAnswer);
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the exporter is closed");
    }
  }

  /** Answers nothing until the result is counted down. */
  CountDownLatch hang() {
    mayAnswer = new CountDownLatch(1);
    return mayAnswer;
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
    threads.shutdownNow();
  }
}
