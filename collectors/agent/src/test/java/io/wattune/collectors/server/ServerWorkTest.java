package io.wattune.collectors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server over HTTP in, counter readings out. */
@Timeout(60)
class ServerWorkTest {
  private static final String METRIC = "vllm:generation_tokens_total";

  private final Queue<CounterReading> readings = new ConcurrentLinkedQueue<>();
  private final Queue<String> changes = new ConcurrentLinkedQueue<>();
  private final AtomicLong tokens = new AtomicLong(1_000);
  private final RecordSink sink = (topic, key, value) -> keep(topic, value);
  private HttpServer server;
  private volatile String metric = METRIC;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          // 100 tokens a page, so the sum over the readings is known.
          String page =
              "# TYPE x counter\n" + metric + "{model_name=\"m\"} " + tokens.addAndGet(100) + "\n";
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void itsWorkIsReadingsOfEachDevice() {
    try (ServerWork work = start(List.of())) {
      await().until(() -> readings.size() >= 6);

      assertThat(work.status()).hasSize(1);
      assertThat(work.status().get(0).answers()).isTrue();
    }
    assertThat(readings)
        .allSatisfy(
            each -> {
              assertThat(each.value(CounterName.WORK)).hasValue(50);
              assertThat(each.workSignal()).isEqualTo(WorkSignal.SERVER);
              assertThat(each.level()).isEqualTo(Book.PROCESS);
              assertThat(each.activityName()).isEqualTo("llm");
            });
    assertThat(readings.stream().map(CounterReading::device).distinct())
        .as("the meter runs nothing")
        .containsExactlyInAnyOrder("n1/G1", "n1/G2");
    List<CounterReading> one =
        readings.stream().filter(each -> each.device().equals("n1/G1")).toList();
    for (int i = 1; i < one.size(); i++) {
      assertThat(one.get(i).startNanos()).isEqualTo(one.get(i - 1).endNanos());
    }
  }

  @Test
  void namedDevicesHaveItAll() {
    try (ServerWork work = start(List.of("G2"))) {
      await().until(() -> readings.size() >= 2);
      assertThat(work.status().get(0).pages()).isGreaterThanOrEqualTo(3);
    }
    assertThat(readings)
        .allSatisfy(
            each -> {
              assertThat(each.device()).isEqualTo("n1/G2");
              assertThat(each.value(CounterName.WORK)).hasValue(100);
            });
  }

  @Test
  void aServerThatGoesIsSaidOnceAndComesBack() {
    int port = server.getAddress().getPort();
    try (ServerWork work = start(List.of())) {
      await().until(() -> readings.size() >= 2);
      metric = "something_else";
      await().until(() -> work.status().get(0).failures() >= 3);
      assertThat(work.status().get(0).answers()).isFalse();
      metric = METRIC;
      int before = readings.size();
      await().until(() -> readings.size() > before);
    }
    assertThat(changes).hasSize(3);
    assertThat(changes)
        .element(1)
        .asString()
        .contains("the work of server 'llm' is not known", "does not show the metric", METRIC)
        .contains(Integer.toString(port));
  }

  @Test
  void whereNobodyListensItIsSaidAndNothingIsPublished() {
    server.stop(0);
    try (ServerWork work = start(List.of())) {
      await().until(() -> work.status().get(0).failures() >= 2);
    }
    assertThat(changes).hasSize(1);
    assertThat(changes.peek()).contains("no server 'llm' answers at http://127.0.0.1:");
    assertThat(readings).isEmpty();
  }

  private ServerWork start(List<String> devices) {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
    var config =
        new ServerConfig("llm", url, METRIC, null, Map.of("model_name", "m"), devices, null, 100);
    return ServerWork.start(
        "n1",
        List.of(config),
        List.of("n1/G1", "n1/G2", "n1/node"),
        AgentClock.system(),
        sink,
        changes::add);
  }

  private void keep(Topic topic, byte[] value) {
    assertThat(topic).isEqualTo(Topic.COUNTERS);
    try {
      readings.add(new CounterReadingCodec().decode(value));
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
