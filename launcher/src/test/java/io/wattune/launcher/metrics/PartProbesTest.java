package io.wattune.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.archive.sink.ArchiveCounts;
import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.agent.Condition;
import io.wattune.collectors.agent.DeviceStatus;
import io.wattune.collectors.decisions.ActuationKind;
import io.wattune.collectors.decisions.GuardianProbe;
import io.wattune.collectors.decisions.WriterProbe;
import io.wattune.collectors.decisions.WriterSnapshot;
import io.wattune.collectors.local.LocalCounts;
import io.wattune.collectors.meter.DeviceEnergy;
import io.wattune.collectors.meter.DevicePower;
import io.wattune.collectors.meter.MeteredDevice;
import io.wattune.collectors.meter.MeteredJob;
import io.wattune.collectors.nodeagent.AgentProbe;
import io.wattune.collectors.nodeagent.AgentSnapshot;
import io.wattune.collectors.running.RunningRefusal;
import io.wattune.collectors.server.ServerStatus;
import io.wattune.collectors.spool.PublisherState;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.collectors.writer.GuardianStatus;
import io.wattune.collectors.writer.WriterStatus;
import io.wattune.control.ControlProbe;
import io.wattune.control.ControlSnapshot;
import io.wattune.control.ControllerCounters;
import io.wattune.core.Quality;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowEnergy;
import io.wattune.core.saving.FleetSaving;
import io.wattune.core.saving.Saving;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.dashboard.feed.DashboardProbe;
import io.wattune.dashboard.feed.DashboardStatus;
import io.wattune.dashboard.feed.FeedStatus;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.FleetNow;
import io.wattune.dashboard.state.ServerNow;
import io.wattune.dashboard.state.SettingNow;
import io.wattune.dashboard.state.SumNow;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metrics;
import io.wattune.pipeline.AllParts;
import io.wattune.sinks.influx.SinkCounts;
import io.wattune.sinks.registry.CopyProgress;
import io.wattune.streams.fleet.FleetProbe;
import io.wattune.streams.fleet.FleetViewStatus;
import io.wattune.streams.fleet.topology.FleetCounters;
import io.wattune.testkit.Promtool;
import io.wattune.testkit.Scrape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Each part has exactly the metrics that it declares, each with a value of its own that moves. */
class PartProbesTest {
  private static final String NODE = "node-1";

  /**
   * A state's readings are this much older than those of the state before. Ages are by the
   * machine's clock, so the step is far above what a scrape takes; two steps are below the view's
   * ten seconds.
   */
  private static final long AGE_STEP_MILLIS = 3_000;

  @Test
  void theAgentsMetrics() {
    assertWhole("agent", n -> new AgentProbe(() -> List.of(agent(n))));
  }

  @Test
  void theNewestJobOfAUserIsItsExemplarInOpenMetrics() throws IOException {
    var page = new ByteArrayOutputStream();
    Metrics.of(new AgentProbe(() -> List.of(agent(1))))
        .write("application/openmetrics-text; version=1.0.0", page);

    assertThat(page.toString(StandardCharsets.UTF_8))
        .contains(
            "wattune_agent_user_energy_joules_total{device=\"node-1/d\",node=\"node-1\",user=\"ada\"}"
                + " 611.0 # {activity=\"j1\"} 621.0");
  }

  @Test
  void theWritersMetrics() {
    assertWhole("writer", n -> new WriterProbe(() -> writer(n)));
  }

  @Test
  void theGuardiansMetrics() {
    assertWhole("guardian", n -> new GuardianProbe(() -> List.of(guardian(n))));
  }

  @Test
  void theControllersMetrics() {
    assertWhole("control", n -> new ControlProbe(() -> control(n)));
  }

  @Test
  void theFleetViewsMetrics() {
    assertWhole(
        "fleet",
        n -> new FleetProbe(() -> fleet(n), () -> List.of(node(n)), Duration.ofSeconds(10)));
  }

  @Test
  void theDashboardsMetrics() {
    assertWhole("dashboard", n -> new DashboardProbe(() -> dashboard(n)));
  }

  private static DashboardStatus dashboard(int n) {
    var sum =
        new SumNow(
            FleetScope.CLUSTER, "all", null, 0, 1, 1, null, 1, 0, 0, Quality.MEASURED, false);
    long own = n % 2 == 0 ? 300_000 : 200_001;
    var device =
        new DeviceNow(
            0,
            "node-1/d",
            NODE,
            null,
            "",
            "",
            null,
            0,
            1,
            1,
            Quality.MEASURED,
            null,
            0,
            null,
            null,
            List.of(
                new SettingNow("power.limit", TunableUnit.MILLIWATTS, 200_000L + n, own),
                new SettingNow("core.clock", TunableUnit.MEGAHERTZ, 1_300L + n, 1_300L + n),
                new SettingNow("share", TunableUnit.PARTS_PER_MILLION, 500_000L + n, null),
                new SettingNow("compute.units", TunableUnit.COUNT, 80L + n, null),
                new SettingNow("unknown", TunableUnit.COUNT, null, null)),
            new HeatGuard(
                65 + n,
                new Prediction(61 + n, 1 + n),
                2.0 + n,
                n % 2 == 0 ? SensorDoubt.NONE : SensorDoubt.FROZEN));
    var saving =
        new Saving(1, 2, 0, 0, 3, 310 + n, 330 + 3 * n, 5 + n, 1, 1, 0, Quality.MEASURED, Map.of());
    return new DashboardStatus(
        feed(n),
        new FleetNow(0, 0, sum, List.of(), List.of(), List.of(device), 1),
        List.of(inferenceServer(n)),
        new FleetSaving(
            saving,
            List.of(),
            List.of(
                new FleetSaving.NamedSaving("node-1/d", saving),
                new FleetSaving.NamedSaving("node-1/gone", saving)),
            0),
        List.of(
            new ComponentPower(
                "node-1/d",
                0,
                1,
                null,
                null,
                100 + n,
                1,
                new ComponentWatts(ComponentWatts.IDLE, 40 + n, 2 + n, List.of(), List.of()),
                List.of(
                    new ComponentWatts("memory", 60 + n, 3 + n, List.of("ReadBytes"), List.of())),
                "node-1/d",
                1,
                Quality.MEASURED,
                List.of(),
                List.of())));
  }

  private static ServerNow inferenceServer(int n) {
    var reading =
        new ServingReading(
            NODE,
            "llm",
            ServerKind.VLLM,
            0,
            0,
            1,
            List.of("node-1/d"),
            null,
            OptionalLong.empty(),
            0,
            OptionalLong.empty(),
            LatencyHistogram.EMPTY,
            List.of(),
            OptionalDouble.empty(),
            OptionalLong.of(610 + n),
            OptionalLong.of(620 + n),
            null,
            false);
    return new ServerNow(
        reading, n % 2 == 0, 630 + n, 640 + n, List.of(new LatencyBound(0.95, n, 10 + n)), 5);
  }

  private static FeedStatus feed(int n) {
    return new FeedStatus(10 + n, 20 + n, n % 2 == 0, 30 + n, Map.of(), null);
  }

  private static FleetNode node(int n) {
    var node = new FleetNode(NODE);
    long nowMillis = System.currentTimeMillis();
    // From the description the node's clock is known: a sample alone would be its own clock, and of
    // no age but what goes by in this test.
    node.describe("node-1/d", new DeviceFacts("r1", null, nowMillis * 1_000_000), nowMillis);
    node.measure(
        "node-1/d",
        new PowerSample(
            (nowMillis - n * AGE_STEP_MILLIS) * 1_000_000,
            0,
            0,
            140_000 + n,
            150_000 + n,
            Quality.ofCode(n)),
        nowMillis);
    node.energy("node-1/d", new WindowEnergy(0, 10, 0, 0, false, 160_000_000L + n));
    return node;
  }

  private static FleetViewStatus fleet(int n) {
    var counters = new FleetCounters();
    counters.read.labelValues("power").inc(10 + n);
    counters.used.inc(20 + n);
    counters.passedOver.labelValues("other-book").inc(30 + n);
    counters.rejected.labelValues("no-key").inc(40 + n);
    counters.windows.labelValues("counted").inc(50 + n);
    counters.sent.labelValues("node").inc(60 + n);
    counters.nodes.inc(70 + n);
    counters.devices.inc(80 + n);
    counters.repeatedSums.inc(90 + n);
    counters.unreadableStates.inc(100 + n);
    return new FleetViewStatus(
        "running",
        n % 2 == 0,
        false,
        counters,
        110 + n,
        120L + n,
        Map.of("power", 130L + n),
        Optional.empty());
  }

  @Test
  void theSinksMetrics() {
    assertWhole("sinks", n -> sink(n, Map.of("power", 100L + n)));
  }

  @Test
  void theArchivesMetrics() {
    assertWhole(
        "archive",
        n -> {
          var counts = new ArchiveCounts(() -> Map.of("readings", 100L + n));
          counts.commits.inc(n);
          counts.files.inc(5 + n);
          counts.records.inc(10 + n);
          counts.unreadable.inc(20 + n);
          counts.lost.inc(30 + n);
          counts.at(40 + n, 50);
          counts.problem(n % 2 == 0 ? null : "full");
          return counts;
        });
  }

  @Test
  void metricsOfTheCopies() {
    assertWhole(
        "republish",
        n -> {
          var nanos = new AtomicLong();
          var progress = new CopyProgress(nanos::get);
          progress.copied.inc(n);
          progress.leftOut.inc(5 + n);
          progress.read(Map.of("wattune.energy", 9_000L + n));
          nanos.set(Duration.ofSeconds(20 + n).toNanos());
          if (n % 2 != 0) {
            progress.waitsFor("the broker");
          }
          return progress;
        });
  }

  @Test
  void manyPartsInOneProcessAreOneExporter() {
    var all = new AllParts("up");
    all.add(new AgentProbe(() -> List.of(agent(1))));
    all.add(new ControlProbe(() -> control(2)));

    assertThat(Scrape.of(all).names())
        .containsAll(names("agent"))
        .containsAll(names("control"))
        .hasSize(names("agent").size() + names("control").size());
    assertThat(all.checks())
        .extracting(HealthCheck::name)
        .containsExactly(
            "agent: devices of node-1", "agent: broker of node-1", "control: controller");
  }

  /** Two scrapes of different states: every sample differs, so none is wired to a constant. */
  private static void assertWhole(String part, IntFunction<PartProbe> probeOf) {
    PartProbe first = probeOf.apply(1);
    Scrape before = Scrape.of(first);
    Scrape after = Scrape.of(probeOf.apply(2));

    assertThat(first.part()).isEqualTo(part);
    assertThat(before.names()).isEqualTo(names(part));
    assertThat(after.samples().keySet()).isEqualTo(before.samples().keySet());
    before
        .samples()
        .forEach(
            (sample, value) -> {
              if (!sample.contains("_info{")) { // Always 1.
                assertThat(after.samples().get(sample)).as(sample).isNotEqualTo(value);
              }
            });
    assertClean(Scrape.page(first));
  }

  private static void assertClean(String page) {
    Optional<Promtool> promtool = Promtool.find(); // PrometheusRulesTest says where it is not.
    try {
      if (promtool.isPresent()) {
        assertThat(promtool.get().complaints(page)).isEmpty();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> names(String part) {
    return PartMetrics.names(part);
  }

  @Test
  void noTwoCountersOfAPartShareAValue() {
    assertDistinct(Scrape.of(new AgentProbe(() -> List.of(agent(1)))));
    assertDistinct(Scrape.of(new ControlProbe(() -> control(1))));
    assertDistinct(Scrape.of(sink(1, Map.of())));
  }

  /** One value for two metrics would hide that they are exchanged. */
  private static void assertDistinct(Scrape scrape) {
    assertThat(scrape.samples().values().stream().filter(value -> value > 1))
        .doesNotHaveDuplicates();
  }

  @Test
  void anAgentIsAsWellAsItsDevicesAndItsBroker() {
    assertThat(worst(new AgentProbe(() -> List.of(agent(2))))).isEqualTo(HealthStatus.UP);
    assertThat(worst(new AgentProbe(() -> List.of(agent(1))))).isEqualTo(HealthStatus.DOWN);
    assertThat(worst(new AgentProbe(List::of))).isEqualTo(HealthStatus.DEGRADED);
  }

  @Test
  void aWriterThatMayNotWriteSaysWhy() {
    assertThat(worst(new WriterProbe(() -> writer(2)))).isEqualTo(HealthStatus.UP);
    var unguarded = new WriterStatus(NODE, true, false, true, true, false, Map.of(), Map.of());
    assertThat(new WriterProbe(() -> writerOf(unguarded)).checks().get(0).detail())
        .contains("no guardian");
    var unread = new WriterStatus(NODE, true, true, true, false, false, Map.of(), Map.of());
    assertThat(new WriterProbe(() -> writerOf(unread)).checks().get(0).detail()).contains("holds");
    var off = new WriterStatus(NODE, false, true, true, true, false, Map.of(), Map.of());
    assertThat(new WriterProbe(() -> writerOf(off)).checks().get(0).detail()).contains("tuning");
  }

  @Test
  void aGuardianThatHasStoppedLookingIsDown() {
    var looked = new AtomicInteger();
    var probe =
        new GuardianProbe(
            () ->
                List.of(
                    new GuardianStatus(
                        NODE, 0, 0, looked.get() * 1_000_000_000L, 0, true, "", false, 0)));
    assertThat(worst(probe)).isEqualTo(HealthStatus.UP);

    looked.set(11);

    assertThat(worst(probe)).isEqualTo(HealthStatus.DOWN);
  }

  @Test
  void aGuardianDoesNotTellItsFoldersToEverybody() {
    var probe =
        new GuardianProbe(
            () ->
                List.of(
                    new GuardianStatus(
                        NODE, 0, 0, 0, 0, true, "/secret/folder is full", false, 0)));

    assertThat(worst(probe)).isEqualTo(HealthStatus.DEGRADED);
    assertThat(probe.checks().toString()).doesNotContain("secret");
  }

  @Test
  void aControllerThatHasEndedIsDown() {
    ControllerCounters counts = control(1).counts();
    var rebalancing = new ControlSnapshot(counts, "rebalancing", false, false, 0, Map.of());
    var ended = new ControlSnapshot(counts, "error", false, true, 0, Map.of());

    assertThat(worst(new ControlProbe(() -> control(2)))).isEqualTo(HealthStatus.UP);
    assertThat(worst(new ControlProbe(() -> rebalancing))).isEqualTo(HealthStatus.DEGRADED);
    assertThat(worst(new ControlProbe(() -> ended))).isEqualTo(HealthStatus.DOWN);
  }

  private static HealthStatus worst(PartProbe probe) {
    return probe.checks().stream()
        .map(HealthCheck::status)
        .max(HealthStatus::compareTo)
        .orElseThrow();
  }

  private static AgentSnapshot agent(int n) {
    boolean isWell = n % 2 == 0;
    Condition condition = isWell ? Condition.ANSWERING : Condition.HANGING;
    PublisherState state = isWell ? PublisherState.CONNECTED : PublisherState.SPOOLING;
    return new AgentSnapshot(
        NODE,
        new AgentStatus(
            List.of(
                new DeviceStatus(
                    "d", condition, 100 + n, 110 + n, 120 + n, 130 + n, 140 + n, 150 + n, 155 + n,
                    "")),
            160 + n),
        new PublisherStatus(
            state,
            200 + n,
            210 + n,
            220 + n,
            230 + n,
            240 + n,
            250 + n,
            260 + n,
            270 + n,
            280 + n,
            Map.of("readings", 290L + n)),
        activities(n),
        List.of(
            new ServerStatus(
                "llm", n % 2 == 0, 460 + n, 470 + n, 480 + n, 490 + n, n % 2 == 0, 495 + n)),
        List.of(meter(n)),
        500L + n);
  }

  private static LocalCounts activities(int n) {
    var counts = new LocalCounts();
    counts.lines.inc(300 + n);
    counts.refusedLines.inc(310 + n);
    counts.started.inc(320 + n);
    counts.endedByClose.inc(340 + n);
    counts.answered.inc(350 + n);
    counts.answeredWithout.inc(360 + n);
    counts.refusedConnections.inc(380 + n);
    counts.refusedFiles.inc(410 + n);
    counts.droppedReadings.inc(420 + n);
    counts.workReadings.inc(430 + n);
    counts.open.set(440 + n);
    counts.ledgers.set(450 + n);
    return counts;
  }

  private static MeteredDevice meter(int n) {
    long readingMillis = System.currentTimeMillis() - n * AGE_STEP_MILLIS;
    return new MeteredDevice(
        "node-1/d",
        "A1",
        new DevicePower(readingMillis * 1_000_000, 510 + n, 520 + n, 530 + n, Quality.ofCode(n)),
        new DeviceEnergy(540 + n, 550 + n, Map.of(Quality.CORRECTED, 560.0 + n)),
        Map.of(
            "clock", counter("clock", CounterUnit.HERTZ, 570 + n),
            "heat", counter("heat", CounterUnit.CELSIUS, 580 + n),
            "limit", counter("limit", CounterUnit.WATTS, 590 + n),
            "busy", counter("busy", CounterUnit.FRACTION, n / 4.0),
            "pages", counter("pages", CounterUnit.COUNT, 600 + n)),
        Map.of("ada", 610.0 + n),
        List.of(new MeteredJob("j1", "ada", 620.0 + n)));
  }

  private static CounterValue counter(String name, CounterUnit unit, double value) {
    return new CounterValue(name, unit, CounterKind.LAST, value);
  }

  private static WriterSnapshot writer(int n) {
    boolean is = n % 2 == 0;
    var device = new WriterStatus.Device(is, n * 1_000_000_000L, 50L + n);
    return new WriterSnapshot(
        List.of(
            new WriterStatus(
                NODE,
                is,
                is,
                true,
                is,
                !is,
                Map.of("d", device),
                Map.of(RunningRefusal.OWNER, 45L + n))),
        Map.of(new ActuationKind(NODE, ActuationOutcome.APPLIED, "decided"), 10L + n),
        20 + n,
        30 + n,
        35 + n,
        is,
        Map.of("decisions", 40L + n));
  }

  private static WriterSnapshot writerOf(WriterStatus status) {
    return new WriterSnapshot(List.of(status), Map.of(), 0, 0, 0, true, Map.of());
  }

  private static GuardianStatus guardian(int n) {
    boolean is = n % 2 == 0;
    return new GuardianStatus(NODE, n, 10 + n, 20 + n, 30 + n, is, is ? "full" : "", false, 40 + n);
  }

  private static ControlSnapshot control(int n) {
    var counts = new ControllerCounters();
    counts.read.labelValues("power").inc(10 + n);
    counts.used.inc(20 + n);
    counts.rejected.labelValues("late").inc(30 + n);
    counts.decisions.labelValues("gradient").inc(40 + n);
    counts.claims.inc(50 + n);
    counts.held.inc(60 + n);
    counts.vetoed.labelValues("thermal").inc(70 + n);
    counts.narrowed.labelValues("thermal").inc(80 + n);
    counts.tooLate.inc(85 + n);
    counts.refused.labelValues("held").inc(90 + n);
    counts.evidence.inc(100 + n);
    counts.discarded.labelValues("old").inc(110 + n);
    counts.kernelsDropped.inc(120 + n);
    counts.nodes.inc(130 + n);
    counts.devices.inc(140 + n);
    counts.forgotten.inc(150 + n);
    counts.outranked.inc(160 + n);
    counts.unreadableStates.inc(170 + n);
    counts.unreadableHolds.inc(180 + n);
    counts.refusedSizes.inc(185 + n);
    counts.servers.labelValues("followed").inc(210 + n);
    counts.serverAlarms.labelValues("missed").inc(220 + n);
    return new ControlSnapshot(
        counts, "running", n % 2 == 0, false, 190 + n, Map.of("wattune.power", 200L + n));
  }

  private static SinkCounts sink(int n, Map<String, Long> lag) {
    var counts = new SinkCounts(() -> lag);
    counts.recordsRead.inc(10 + n);
    counts.recordsRejected.inc(20 + n);
    counts.recordsExpired.inc(30 + n);
    counts.pointsMade.inc(40 + n);
    counts.pointsWritten.inc(50 + n);
    counts.pointsRefused.inc(60 + n);
    counts.pointsReturned.inc(70 + n);
    counts.batches.inc(80 + n);
    counts.retries.inc(89 + n);
    counts.rebalances.inc(100 + n);
    counts.recordsUnwritten.set(110 + n);
    if (n % 2 == 0) {
      counts.retries.inc();
    } else {
      counts.unavailable("away");
    }
    return counts;
  }
}
