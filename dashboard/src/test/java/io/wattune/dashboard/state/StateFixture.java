package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.schemas.reject.RejectedDatum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A small fleet of which everything is known: two nodes, three devices, one moment. */
public final class StateFixture {
  public static final long SECOND = 1_000_000_000L;

  /** The moment. */
  public static final long NOW = 1_763_700_000L * SECOND;

  /** Tuned, measured, busy. */
  public static final String GPU_0 = "node-1/gpu-0";

  /** Stale. */
  public static final String GPU_1 = "node-1/gpu-1";

  /** Described, and silent. */
  public static final String GPU_2 = "node-2/=gpu, \"2\"";

  public static final String CLOCK = "core.clock";
  public static final String KERNEL = "gemm";

  private StateFixture() {}

  /** The fleet. */
  public static LiveState fleet() {
    LiveState state = new LiveState(StateLimits.DEFAULT, NOW - 600 * SECOND);
    state.device(descriptor(GPU_0, "rack-1"));
    state.device(descriptor(GPU_1, "rack-1"));
    state.device(descriptor(GPU_2, null));
    for (int i = 0; i < 100; i++) {
      long time = NOW - (100 - i) * SECOND / 10;
      state.power(Blocks.of(GPU_0, 0, time, 1, 200 + i % 2));
    }
    state.power(Blocks.of(GPU_1, 0, NOW - 60 * SECOND, SECOND, 100, 110));
    state.profile(profile(GPU_0, ProfileSource.LEARNED));
    state.profile(profile(GPU_1, ProfileSource.PRIOR));
    addActivity(state);
    addControl(state);
    state.serving(serving(NOW - 2 * SECOND, 3, 0.1));
    state.serving(serving(NOW - SECOND, 1, 0.4));
    state.reject(
        RejectedDatum.of("late-activity", "x", "wattune.activity", 0, 7, 2, new byte[0], "ledger"),
        NOW - SECOND);
    state.tick(NOW - 2 * SECOND);
    state.tick(NOW - SECOND);
    return state;
  }

  /**
   * A second of a server.
   *
   * @param latency upper bound of the latencies, which are no less than half of it
   */
  static ServingReading serving(long endNanos, int finished, double latency) {
    var bucket = new LatencyBucket(latency / 2, latency, finished);
    return new ServingReading(
        "node-1",
        "llm",
        ServerKind.VLLM,
        0,
        endNanos - SECOND,
        endNanos,
        List.of(GPU_0),
        "org/model",
        OptionalLong.of(finished + 1L),
        finished,
        OptionalLong.of(0),
        new LatencyHistogram(List.of(bucket)),
        List.of(new LatencyBound(0.95, latency / 2, latency)),
        OptionalDouble.of(latency * 0.75),
        OptionalLong.of(4),
        OptionalLong.of(1),
        null,
        false);
  }

  private static void addActivity(LiveState state) {
    state.activity(activity("j1", Book.JOB, "training", NOW - 300 * SECOND, Activity.RUNNING));
    state.activity(activity("k1", Book.KERNEL, KERNEL, NOW - 3 * SECOND, NOW - 2 * SECOND));
    state.activity(activity("k2", Book.KERNEL, KERNEL, NOW - SECOND, Activity.RUNNING));
    state.energy(entry(Book.KERNEL, "k1", KERNEL, NOW - 3 * SECOND, SECOND, 200));
    state.energy(entry(Book.WINDOW10S, null, null, NOW - 30 * SECOND, 10 * SECOND, 2000));
    state.energy(entry(Book.WINDOW10S, null, null, NOW - 20 * SECOND, 10 * SECOND, 2005));
    state.counters(
        new CounterReading(
            GPU_0,
            0,
            NOW - 3 * SECOND,
            NOW - 2 * SECOND,
            Book.KERNEL,
            "k1",
            KERNEL,
            List.of(
                new CounterValue("VALUBusy", CounterUnit.FRACTION, CounterKind.MEAN, 0.9),
                new CounterValue("ThrottleTime", CounterUnit.SECONDS, CounterKind.INCREASE, 0.25)),
            false));
    state.components(
        new ComponentPower(
            GPU_0,
            NOW - 2 * SECOND,
            NOW - SECOND,
            null,
            KERNEL,
            180.5,
            2.5,
            new ComponentWatts(ComponentWatts.IDLE, 60, 4, List.of(), List.of()),
            List.of(
                new ComponentWatts("vector units", 90, 6, List.of("VALUBusy"), List.of()),
                new ComponentWatts(
                    "memory unit + memory reads",
                    30.5,
                    5,
                    List.of("MemUnitBusy", "ReadBytes"),
                    List.of("memory unit", "memory reads"))),
            GPU_0,
            12,
            Quality.CORRECTED,
            List.of(ComponentDoubt.DRIFT),
            List.of(new KernelWatts(KERNEL, 4, 0.8, List.of(95.0, 31.0), List.of(6.0, 5.0)))));
    state.heat(heat(NOW - SECOND));
    state.sensitivity(
        new Sensitivity(
            GPU_0,
            KERNEL,
            CLOCK,
            1.1,
            1,
            OptionalDouble.of(0.05),
            SensitivityBin.HIGH,
            "table3",
            Quality.CORRECTED,
            NOW - SECOND));
  }

  /** Two blocks of the first device. */
  static HeatRecord heat(long nanos) {
    return new HeatRecord(
        GPU_0,
        "generic",
        false,
        Optional.empty(),
        Quality.ESTIMATED,
        new HeatReading(
            nanos,
            SensorDoubt.NONE,
            Optional.of(new Prediction(61.25, 0.75)),
            List.of(
                new HeatReading.BlockTemperature(
                    new Block("L2", 0.02, 0.01, 0, 0), new Prediction(58.5, 2.5)),
                new HeatReading.BlockTemperature(
                    new Block("SM0_EXE_B", 0.02, 0.01, 0, 0.01), new Prediction(67.75, 2.5))),
            "SM0_EXE_B",
            new Prediction(6.5, 2.25)));
  }

  /** Lets the kernel run three times at own settings, before the first decision. */
  public static void addReferences(LiveState state) {
    for (int i = 0; i < 3; i++) {
      long start = NOW - (60 - 10 * i) * SECOND;
      state.energy(entry(Book.KERNEL, "own" + i, KERNEL, start, SECOND, 250));
    }
  }

  private static Activity activity(String id, Book book, String name, long start, long end) {
    return new Activity(GPU_0, id, book, name, start, end, null, Map.of("user", "alice"));
  }

  static LedgerEntry entry(
      Book book,
      @Nullable String id,
      @Nullable String name,
      long startNanos,
      long lastsNanos,
      double joules) {
    return new EntryDraft(
            book.label() + "/" + GPU_0 + "/s/" + (id == null ? Long.toString(startNanos) : id),
            book,
            GPU_0,
            "s",
            startNanos,
            startNanos + lastsNanos)
        .activity(id, null, name, Map.of())
        .energy(Math.round(joules * 1e6), Math.round(joules * 1e6))
        .error(5_000_000, 3_000_000)
        .seen(1, Quality.CORRECTED, "p")
        .entry();
  }

  private static void addControl(LiveState state) {
    state.decision(new Decision.Claim("node-1", 7, "fine", NOW - 20 * SECOND));
    state.decision(decision(1, NOW - 10 * SECOND, 950));
    state.actuation(actuation(1, ActuationOutcome.APPLIED, "ok", NOW - 9 * SECOND, 950));
    state.decision(decision(2, NOW - 5 * SECOND, 925));
    state.actuation(
        actuation(2, ActuationOutcome.APPLIED, "ok", NOW - 5 * SECOND + 2_500_000, 925));
    state.decision(decision(3, NOW - 4 * SECOND, 5));
    state.actuation(actuation(3, ActuationOutcome.REFUSED, "out-of-bounds", NOW - 4 * SECOND, 925));
    state.hold(
        new Hold(
            "h1",
            HoldScope.NODE,
            "node-2",
            NOW - 60 * SECOND,
            NOW + 600 * SECOND,
            "local@127.0.0.1",
            "fan",
            false));
  }

  /** A decision for the first device. */
  public static Decision.ForDevice decision(long sequence, long decidedNanos, long megahertz) {
    Configuration wished =
        Configuration.of(
            new io.wattune.core.tunable.Setting(CLOCK, TunableUnit.MEGAHERTZ, megahertz));
    return new Decision.ForDevice(
        "node-1",
        GPU_0,
        7,
        sequence,
        decidedNanos,
        30 * SECOND,
        Configuration.EMPTY,
        List.of(new ActivityConfiguration(KERNEL, wished)),
        "fine",
        "lower",
        "one rung lower",
        Quality.CORRECTED,
        decidedNanos,
        new HeatGuard(65, new Prediction(61.25, 0.75), 1.5, SensorDoubt.NONE));
  }

  /** An answer to a decision for the first device. */
  public static Actuation actuation(
      long sequence, ActuationOutcome outcome, String reason, long atNanos, long readBack) {
    return new Actuation(
        "node-1",
        GPU_0,
        7,
        sequence,
        outcome,
        reason,
        "",
        KERNEL,
        List.of(
            new ControlOutcome(
                CLOCK,
                TunableUnit.MEGAHERTZ,
                OptionalLong.of(readBack),
                OptionalLong.of(readBack),
                ControlStatus.SET,
                "")),
        30 * SECOND,
        atNanos,
        List.of(
            new InForceSpan(
                KERNEL,
                atNanos,
                atNanos + 30 * SECOND,
                List.of(
                    new InForceValue(
                        CLOCK, TunableUnit.MEGAHERTZ, OptionalLong.of(readBack), false)))),
        List.of());
  }

  /** What was read back of the first device; its own setting is 1000 MHz. */
  static InForceSpan inForce(
      @Nullable String activity, long fromNanos, long toNanos, long readBack) {
    return new InForceSpan(
        activity,
        fromNanos,
        toNanos,
        List.of(
            new InForceValue(
                CLOCK, TunableUnit.MEGAHERTZ, OptionalLong.of(readBack), readBack == 1000)));
  }

  static DeviceDescriptor descriptor(String device, @Nullable String rack) {
    return new DeviceDescriptor(
        device,
        device.substring(0, device.indexOf('/')),
        rack,
        "amd",
        "HD 7970",
        "1.0",
        null,
        NOW - 600 * SECOND,
        List.of(new Signal("power.draw", SignalUnit.MILLIWATTS, SECOND / 10)),
        List.of(
            new Tunable(
                CLOCK,
                TunableUnit.MEGAHERTZ,
                ValueGrid.evenly(300, 1000, 25),
                OptionalLong.of(1000),
                true)));
  }

  static SensorProfile profile(String device, ProfileSource source) {
    return new SensorProfile(
        device + "/p",
        device,
        "power.draw",
        SensorModel.lag(0.84, 0.02),
        source,
        0.015,
        0,
        0.004,
        1,
        0.01,
        0,
        0.5,
        0,
        0.2,
        source == ProfileSource.LEARNED ? 12 : 0,
        NOW - 30 * SECOND);
  }
}
