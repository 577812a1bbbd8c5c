package io.wattune.collectors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.collectors.node.ServerPreset;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.ServingReading;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two servers over HTTP of which one goes wrong: what is said, and that the other goes on. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ServingReadingsTest {
  private static final DeviceShare SHARE = new DeviceShare("60");

  /** What the first server does; the second is always well. */
  private enum Mode {
    WELL,
    LIES,
    HANGS,
    IS_HUGE,
    WAS_RESTARTED
  }

  private final Queue<ServingReading> readings = new ConcurrentLinkedQueue<>();
  private final Queue<String> changes = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountDownLatch hangs = new CountDownLatch(1);
  private final RecordSink sink = this::keep;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private volatile Mode mode = Mode.WELL;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/first", exchange -> answer(exchange, mode));
    server.createContext("/second", exchange -> answer(exchange, Mode.WELL));
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void aLieIsSaidOnceAndNothingFalseIsSent() {
    goesWrong(Mode.LIES, "the requests of server 'first' are not known", "fewer requests below");
  }

  @Test
  void aServerThatHangsIsSaidOnce() {
    goesWrong(Mode.HANGS, "the work of server 'first' is not known", "has not answered within");
  }

  /** What is given up at the end says nothing of the server. */
  @Test
  void theEndOfTheAgentIsNotTheServersFailure() throws Exception {
    try (ServerWork work = start()) {
      await().until(() -> of("first").size() >= 3);
      mode = Mode.HANGS;
      hangs.await();
    }
    assertThat(changes).noneSatisfy(each -> assertThat(each).contains("not known"));
  }

  @Test
  void aPageWithoutAnEndIsSaidOnce() {
    goesWrong(Mode.IS_HUGE, "the work of server 'first' is not known", "more than");
  }

  @Test
  void aServerThatWasStartedAnewGoesOnFromThere() {
    try (ServerWork work = start()) {
      await().until(() -> of("first").size() >= 3);
      requests.set(100);
      mode = Mode.WAS_RESTARTED;
      int before = of("first").size();
      await().until(() -> of("first").size() >= before + 3);
      assertThat(work.status().get(0).resets()).isEqualTo(1);
    }
    assertThat(of("first")).allSatisfy(each -> assertThat(each.finished()).isLessThan(50));
    assertSequence(of("first"));
  }

  private void goesWrong(Mode how, String said, String why) {
    try (ServerWork work = start()) {
      await().until(() -> of("first").size() >= 3);
      mode = how;
      // A page that was well may still be on its way.
      await().until(() -> !work.status().get(0).showsRequests());
      int before = of("first").size();
      int others = of("second").size();
      await().until(() -> of("second").size() >= others + 10);
      assertThat(of("first")).hasSize(before);
      mode = Mode.WELL;
      await().until(() -> of("first").size() > before);
      assertThat(work.status().get(1).showsRequests()).isTrue();
      assertThat(work.status().get(1).servingReadings()).isGreaterThanOrEqualTo(13);
    }
    assertThat(changes).filteredOn(each -> each.startsWith(said)).hasSize(1);
    assertThat(changes).anySatisfy(each -> assertThat(each).contains(said, why));
    assertThat(changes)
        .filteredOn(each -> each.startsWith("the requests of server 'first' are read at"))
        .hasSize(2);
    assertSequence(of("first"));
    assertSequence(of("second"));
  }

  private static void assertSequence(List<ServingReading> of) {
    for (int i = 0; i < of.size(); i++) {
      assertThat(of.get(i).sequence()).isEqualTo(i);
    }
    // Nobody ever took other than 0.4 s.
    assertThat(of)
        .allSatisfy(
            each ->
                assertThat(each.latencies().buckets())
                    .allSatisfy(
                        bucket -> {
                          assertThat(bucket.lowSeconds()).isEqualTo(0.3);
                          assertThat(bucket.highSeconds()).isEqualTo(0.5);
                        }));
  }

  private List<ServingReading> of(String name) {
    return readings.stream().filter(each -> each.server().equals(name)).toList();
  }

  private void answer(HttpExchange exchange, Mode how) throws IOException {
    try (exchange) {
      int count = requests.incrementAndGet();
      if (how == Mode.HANGS) {
        hangs.countDown();
        end.await();
        return;
      }
      double[] latencies = new double[how == Mode.WAS_RESTARTED ? count - 100 : count + 200];
      Arrays.fill(latencies, 0.4);
      String page = ServerPages.vllm(latencies, 0, 1, 0);
      if (how == Mode.LIES) {
        page = page.replaceAll("(le=\"1.0\"\\}) .*", "$1 1.0");
      }
      byte[] body = page.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, 0);
      do {
        exchange.getResponseBody().write(body);
      } while (how == Mode.IS_HUGE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ServerWork start() {
    return ServerWork.start(
        "n1",
        List.of(config("first"), config("second")),
        List.of("n1/G1", "n1/node"),
        AgentClock.system(),
        sink,
        changes::add);
  }

  private ServerConfig config(String name) {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + name);
    return new ServerConfig(
        name, url, ServerPreset.VLLM.metric(), ServerPreset.VLLM, Map.of(), List.of(), SHARE, 100);
  }

  private void keep(Topic topic, String key, byte[] value) {
    if (topic != Topic.SERVING) {
      assertThat(topic).isEqualTo(Topic.COUNTERS);
      return;
    }
    assertThat(key).isEqualTo("n1");
    try {
      ServingReading reading = new ServingReadingCodec().decode(value);
      assertThat(reading.share()).isEqualTo(SHARE);
      assertThat(reading.devices()).as("the meter serves nothing").containsExactly("n1/G1");
      readings.add(reading);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
