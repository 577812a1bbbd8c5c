package io.wattune.replay.report;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.meter.MeterClock;
import io.wattune.core.meter.MeterComparison;
import io.wattune.core.meter.MeterFit;
import io.wattune.core.meter.MeterFitResult;
import io.wattune.core.meter.MeterTrace;
import io.wattune.core.meter.ResponseFit;
import io.wattune.core.meter.ResponseFitResult;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.reject.RejectedDatum;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results made by hand, with every optional part present. */
public final class Samples {
  public static final long START_NANOS = 1_700_000_000_000_000_000L;

  private Samples() {}

  static ReplayResult oneDevice() {
    return result(List.of(device("k20.csv#0", null)));
  }

  static ReplayResult twoDevices() {
    MeterResult meter =
        metered(
            new MeterTrace(
                new long[] {START_NANOS, START_NANOS + 20_000_000_000L}, new double[] {20, 160}),
            new MeterComparison(12.5, 1.25, 20, 1000, 0, 0),
            new MeterFit(MeterFit.Kind.GAIN_AND_OFFSET, 0.974, 0.003, -0.4, 0.2, -0.0005, 60, 103),
            Map.of("a1", 850.25));
    return result(List.of(device("n1/GPU-a", meter), device("n1/GPU-b", null)));
  }

  /** The same, where a load was found in the power of the second one. */
  static ReplayResult withADetectedLoad() {
    ReplayResult result = twoDevices();
    DeviceResult second = result.devices().get(1);
    return result(
        List.of(
            result.devices().get(0),
            new DeviceResult(
                second.device(),
                second.signal(),
                second.counts(),
                second.malformedLines(),
                second.profile(),
                second.trace(),
                List.of(second.activities().get(0), detected(second.device())),
                second.windows(),
                second.power(),
                TrueTrace.NONE,
                second.meter())));
  }

  /** A meter whose clock is right and which tells a lag of 0.84 s. */
  public static MeterResult metered(
      MeterTrace trace,
      @Nullable MeterComparison comparison,
      MeterFitResult scale,
      Map<String, Double> joules) {
    var response =
        new ResponseFit(SensorClass.FIRST_ORDER_LAG, 0.84, 0.02, 0.001, 0.002, null, 0.05, 1000);
    return new MeterResult(
        new MeterCalibration(
            trace,
            new MeterClock(START_NANOS, 0.0002, 0.0005, 0, 0, 1),
            new ResponseFitResult(
                List.of(response), response, response, response.scale(), response.sentence()),
            scale,
            0.015),
        comparison,
        comparison,
        joules);
  }

  public static ReplayResult result(List<DeviceResult> devices) {
    return new ReplayResult(
        devices,
        List.of(new InputFile("readings", "k20.csv", "ab".repeat(32))),
        List.of(
            new RejectedDatum(
                "malformed-line",
                "3 fields where the header has 4",
                "k20.csv",
                -1,
                17,
                1,
                "a,\"b\",\\\n\u00ff".getBytes(StandardCharsets.ISO_8859_1),
                9,
                "readings")),
        5,
        List.of("a header stands in the middle, at line 99"),
        List.of("replay", "k20.csv"),
        Map.of("wattune", "0.1", "java", "17", "kafka", "4.2.1", "flink", "2.3.0", "avro", "1.12"),
        8.0,
        2.0);
  }

  public static DeviceResult device(String device, @Nullable MeterResult meter) {
    TraceSummary counts = new TraceSummary(1000, 800, 190, 6, 4, 0, 0, 1, 12);
    return new DeviceResult(
        device,
        "power.draw",
        counts,
        1,
        profile(device),
        entry(device, Book.SPAN, "trace", "trace", 20_000_000_000L, 1_234_567_891L),
        List.of(entry(device, Book.KERNEL, "a1", "n-body, \"big\"", 5_346_000_000L, 844_700_000L)),
        List.of(entry(device, Book.WINDOW1S, null, null, 1_000_000_000L, -1_500L)),
        new TrueTrace(
            new long[] {START_NANOS, START_NANOS + 15_000_000L},
            new int[] {23_640, 24_000},
            new int[] {TruePower.NONE, 44_125},
            new int[] {TruePower.NONE, 950},
            new byte[] {(byte) Quality.GAP.ordinal(), (byte) Quality.CORRECTED.ordinal()}),
        TrueTrace.NONE,
        meter);
  }

  /** A load that was found in the power. */
  private static LedgerEntry detected(String device) {
    return entry(
        device,
        Book.SPAN,
        "detected-1",
        "detected",
        Map.of(
            "wattune.source", "detected",
            "wattune.start-error", "0.006",
            "wattune.end-error", "0.007"),
        5_346_000_000L,
        844_700_000L);
  }

  static SensorProfile profile(String device) {
    return new SensorProfile(
        "p-1",
        device,
        "power.draw",
        SensorModel.lag(0.84, 0.006),
        ProfileSource.LEARNED,
        0.015,
        0.001,
        0.0005,
        1.02,
        0.01,
        -0.5,
        0.25,
        -0.002,
        0.07,
        3,
        Long.MIN_VALUE);
  }

  static LedgerEntry entry(
      String device,
      Book book,
      @Nullable String activityId,
      @Nullable String name,
      long lengthNanos,
      long energyMicrojoules) {
    Map<String, String> labels = Map.of("user", "ada", "job", "7");
    return entry(device, book, activityId, name, labels, lengthNanos, energyMicrojoules);
  }

  private static LedgerEntry entry(
      String device,
      Book book,
      @Nullable String activityId,
      @Nullable String name,
      Map<String, String> labels,
      long lengthNanos,
      long energyMicrojoules) {
    return new EntryDraft(
            book.label() + "/" + device + "/power.draw/" + activityId,
            book,
            device,
            "power.draw",
            START_NANOS,
            START_NANOS + lengthNanos)
        .revision(1, 0, true)
        .activity(activityId, null, name, labels)
        .energy(energyMicrojoules, 732_000_000L)
        .error(3_250_000L, 2_000_000L)
        .seen(0.998, Quality.CORRECTED, "p-1")
        .attribution(
            book.level() < 0 ? null : new Attribution(0.5, 100_000_000L, 2_000_000L, false))
        .counter(book.windowNanos() == 0 ? null : new CounterEnergy(-1_000L, 500L, false), null)
        .entry();
  }
}
