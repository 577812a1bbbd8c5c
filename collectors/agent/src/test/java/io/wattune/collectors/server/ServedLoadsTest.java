package io.wattune.collectors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.agent.TimeSource;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.collectors.node.ServerPreset;
import io.wattune.core.serving.ServingReading;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testbed.serving.ServedGpu;
import io.wattune.testbed.serving.ServedLoad;
import io.wattune.testbed.serving.ServedPages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Loads of the simulated server as the agent reads them, on a clock that the test moves. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ServedLoadsTest {
  private static final long START = 1_800_000_000_000_000_000L;
  private static final long PERIOD = 500_000_000L;

  @TempDir private Path folder;
  private final AtomicLong nanos = new AtomicLong(START);
  private final Queue<ServingReading> readings = new ConcurrentLinkedQueue<>();
  private ServedPages pages;
  private ServedGpu gpu;
  private @Nullable WatchedServer watched;

  /** What was in the server at the first page, of which there is no reading. */
  private long first;

  @BeforeEach
  void serve() throws Exception {
    pages = ServedPages.start();
    ControlRegisters registers =
        ControlRegisters.create(folder.resolve("r"), "n1/G1", ServedGpu.tunables());
    gpu = new ServedGpu(ServedLoad.of("serving/resnet152/step"), registers, START, 9);
    pages.show("G1", gpu::page);
  }

  @AfterEach
  void stop() {
    pages.close();
  }

  @Tag("long")
  @Test
  void aTenfoldStepIsInTheVeryNextReading() {
    ask(121);

    assertThat(readings).hasSize(120);
    List<ServingReading> all = List.copyOf(readings);
    double before = arrived(all.subList(0, 60));
    double after = arrived(all.subList(60, 120));
    // Poisson: 180 requests, 8 % of standard deviation, three of them.
    assertThat(after / before).isBetween(7.5, 13.5);
    // 31 are to come within half a second: 15 or fewer come once in a thousand times; the seed is
    // fixed.
    assertThat(arrived(all.subList(60, 61))).isGreaterThan(15);
    assertThat(arrived(all)).isEqualTo(finished(all) + inServer(all.get(119)) - first);
  }

  @Tag("long")
  @Test
  void aStreamOfRequestsThatStopsIsReadingsOfNothing() {
    ask(61);
    String last = gpu.page().replaceAll("(num_requests_(running|waiting)\\{.*}) .*", "$1 0.0");
    pages.show("G1", () -> last);
    ask(10);

    List<ServingReading> stopped = List.copyOf(readings).subList(61, 70);
    assertThat(stopped)
        .allSatisfy(
            each -> {
              assertThat(each.arrived()).hasValue(0);
              assertThat(each.finished()).isZero();
              assertThat(each.latencies().buckets()).isEmpty();
              assertThat(each.quantiles()).isEmpty();
              assertThat(each.waiting()).hasValue(0);
            });
  }

  private static long inServer(ServingReading reading) {
    return reading.waiting().orElseThrow() + reading.running().orElseThrow();
  }

  private static long arrived(List<ServingReading> of) {
    return of.stream().mapToLong(each -> each.arrived().orElseThrow()).sum();
  }

  private static long finished(List<ServingReading> of) {
    return of.stream().mapToLong(ServingReading::finished).sum();
  }

  private void ask(int times) {
    WatchedServer server = watched == null ? watch() : watched;
    watched = server;
    for (int i = 0; i < times; i++) {
      gpu.advanceTo(nanos.get());
      if (server.status().pages() == 0) {
        first =
            gpu.page()
                .lines()
                .filter(line -> line.startsWith("vllm:num_requests_"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
      }
      long before = server.status().pages();
      server.ask();
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(2))
          .until(() -> server.status().pages() > before);
      nanos.addAndGet(PERIOD);
    }
  }

  private WatchedServer watch() {
    RecordSink sink = this::keep;
    return new WatchedServer(
        "n1",
        new ServerConfig(
            "llm",
            pages.url("G1"),
            ServerPreset.VLLM.metric(),
            ServerPreset.VLLM,
            Map.of(),
            List.of(),
            null,
            500),
        List.of("n1/G1"),
        new AgentClock(
            new TimeSource() {
              @Override
              public long monotonicNanos() {
                return nanos.get();
              }

              @Override
              public long wallNanos() {
                return nanos.get();
              }
            }),
        sink,
        change -> {});
  }

  private void keep(Topic topic, String key, byte[] value) {
    if (topic == Topic.SERVING) {
      try {
        readings.add(new ServingReadingCodec().decode(value));
      } catch (UndecodableException e) {
        throw new AssertionError(e);
      }
    }
  }
}
