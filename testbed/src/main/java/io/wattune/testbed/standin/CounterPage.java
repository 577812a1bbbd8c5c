package io.wattune.testbed.standin;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counters as a server of language models has them for Prometheus, at {@code /metrics} of the
 * loopback interface: tokens of prompts and of answers, which rise with each step.
 */
final class CounterPage implements StepReport {
  private static final int PROMPT_TOKENS = 48;
  private static final int GENERATED_TOKENS = 16;

  private final AtomicLong steps = new AtomicLong();
  private final HttpServer server;
  private final String name;

  CounterPage(int port, String name) throws IOException {
    this.name = name;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 8);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] page = page().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, page.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(page);
          }
        });
    server.start();
  }

  /** Where it is. */
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
  }

  private String page() {
    long done = steps.get();
    return String.format(
        Locale.ROOT,
        """
        # HELP vllm:prompt_tokens_total Number of prefill tokens processed.
        # TYPE vllm:prompt_tokens_total counter
        vllm:prompt_tokens_total{model_name="%1$s"} %2$d.0
        # HELP vllm:generation_tokens_total Number of generation tokens processed.
        # TYPE vllm:generation_tokens_total counter
        vllm:generation_tokens_total{model_name="%1$s"} %3$d.0
        # HELP vllm:num_requests_running Number of requests in model execution batches.
        # TYPE vllm:num_requests_running gauge
        vllm:num_requests_running{model_name="%1$s"} 4.0
        """,
        name,
        done * PROMPT_TOKENS,
        done * GENERATED_TOKENS);
  }

  @Override
  public void done(Step step) {
    steps.incrementAndGet();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
