package io.wattune.sinks.point;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.power.TruePower;
import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.avro.FleetPower;
import io.wattune.schemas.avro.FleetScope;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RecordEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Records of each topic, as their writers would send them. */
public final class Records {
  public static final long START_NANOS = 1_700_000_000_000_000_000L;
  private static final long MILLI = 1_000_000;

  private Records() {}

  /**
   * Samples at 1 ms, from {@code startNanos}; sample i has true power {@code firstMilliwatts+i}.
   */
  public static byte[] power(
      String device, int revision, long startNanos, int samples, int firstMilliwatts) {
    long[] times = new long[samples];
    int[] raw = new int[samples];
    int[] power = new int[samples];
    int[] error = new int[samples];
    byte[] qualities = new byte[samples];
    for (int i = 0; i < samples; i++) {
      times[i] = startNanos + i * MILLI;
      raw[i] = 100_000 + i;
      power[i] = firstMilliwatts + i;
      error[i] = 250;
      qualities[i] = Quality.CORRECTED.code();
    }
    return power(device, revision, times, raw, power, error, qualities);
  }

  /** A sample without true power, as at the beginning of a trace. */
  public static byte[] powerWithGap(String device, int revision, long timeNanos) {
    return power(
        device,
        revision,
        new long[] {timeNanos},
        new int[] {100_000},
        new int[] {TruePower.NONE},
        new int[] {TruePower.NONE},
        new byte[] {Quality.GAP.code()});
  }

  private static byte[] power(
      String device,
      int revision,
      long[] times,
      int[] raw,
      int[] power,
      int[] error,
      byte[] qualities) {
    return new PowerBlockCodec()
        .encode(
            new TruePower(
                device, "power.draw", revision, "p", times, raw, power, error, qualities, null, 0));
  }

  public static byte[] window(String device, int revision, long second, long microjoules) {
    long start = START_NANOS + second * 1_000_000_000L;
    return entry(
        Book.WINDOW1S, device, revision, Long.toString(start), null, Map.of(), start, microjoules);
  }

  /** The same, not final yet. */
  public static byte[] windowToChange(String device, int revision, long second, long microjoules) {
    long start = START_NANOS + second * 1_000_000_000L;
    String id = Long.toString(start);
    return entry(Book.WINDOW1S, device, revision, false, id, null, Map.of(), start, microjoules);
  }

  public static byte[] kernel(
      String device, String activityId, String name, long startNanos, long microjoules) {
    Map<String, String> labels = Map.of("user", "a\"b", "job", "7");
    return entry(Book.KERNEL, device, 0, activityId, name, labels, startNanos, microjoules);
  }

  static byte[] kernelOfNobody(String device, String activityId) {
    return entry(Book.KERNEL, device, 0, activityId, "gemm", Map.of("job", "7"), START_NANOS, 5);
  }

  private static byte[] entry(
      Book book,
      String device,
      int revision,
      String lastOfId,
      String name,
      Map<String, String> labels,
      long startNanos,
      long microjoules) {
    return entry(book, device, revision, true, lastOfId, name, labels, startNanos, microjoules);
  }

  private static byte[] entry(
      Book book,
      String device,
      int revision,
      boolean isFinal,
      String lastOfId,
      String name,
      Map<String, String> labels,
      long startNanos,
      long microjoules) {
    boolean isActivity = book.windowNanos() == 0;
    return new LedgerEntryCodec()
        .encode(
            new EntryDraft(
                    book.label() + "/" + device + "/power.draw/" + lastOfId,
                    book,
                    device,
                    "power.draw",
                    startNanos,
                    startNanos + 1_000_000_000L)
                .revision(revision, 0, isFinal)
                .activity(isActivity ? lastOfId : null, null, name, labels)
                .energy(microjoules, microjoules - 1)
                .error(5_000_000, 3_000_000)
                .seen(0.75, Quality.CORRECTED, "p")
                .attribution(isActivity ? new Attribution(0.5, 3L, null, false) : null)
                .counter(
                    isActivity ? null : new CounterEnergy(7, 1, true),
                    isActivity ? null : (Long) 8L)
                .entry());
  }

  public static byte[] decision(String device, long sequence) {
    return new DecisionCodec()
        .encode(
            new Decision.ForDevice(
                "n1",
                device,
                7,
                sequence,
                START_NANOS,
                2_500_000_000L,
                Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 800)),
                List.of(
                    new ActivityConfiguration(
                        "k", Configuration.of(new Setting("cu.count", TunableUnit.COUNT, 16)))),
                "fine",
                "memory-bound",
                "less clock, same work",
                Quality.ESTIMATED,
                START_NANOS,
                null));
  }

  public static byte[] claim() {
    return new DecisionCodec().encode(new Decision.Claim("n1", 7, "fine", START_NANOS));
  }

  public static byte[] actuation(String device) {
    return new ActuationCodec()
        .encode(
            new Actuation(
                "n1",
                device,
                7,
                3,
                ActuationOutcome.PARTLY_APPLIED,
                "ok",
                "",
                null,
                List.of(
                    new ControlOutcome(
                        "core.clock",
                        TunableUnit.MEGAHERTZ,
                        OptionalLong.of(800),
                        OptionalLong.of(800),
                        ControlStatus.SET,
                        ""),
                    new ControlOutcome(
                        "cu.count",
                        TunableUnit.COUNT,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        ControlStatus.REFUSED,
                        "not-listed")),
                1_000_000_000L,
                START_NANOS,
                List.of(),
                List.of()));
  }

  public static byte[] fleet(int freshDevices) {
    return new RecordEncoder<>(FleetPower.class)
        .encode(
            new FleetPower(
                FleetScope.RACK,
                "r1",
                null,
                START_NANOS,
                freshDevices * 250_000L,
                500L,
                null,
                freshDevices == 0 ? null : 12_000_000_000_000L,
                freshDevices,
                1,
                2,
                1_000_000_000L,
                freshDevices == 0
                    ? io.wattune.schemas.avro.Quality.INVALID
                    : io.wattune.schemas.avro.Quality.CORRECTED));
  }

  /** Idle power of 20 W, and two components of 60 and 20 W, half a second of kernel {@code k}. */
  public static byte[] components(String device) {
    return new ComponentPowerCodec()
        .encode(
            new ComponentPower(
                device,
                START_NANOS,
                START_NANOS + 500_000_000L,
                null,
                null,
                100,
                2,
                part(ComponentWatts.IDLE, 20),
                List.of(part("vector units", 60), part("memory", 20)),
                device,
                3,
                Quality.CORRECTED,
                List.of(ComponentDoubt.DRIFT, ComponentDoubt.NO_POWER),
                List.of(
                    new KernelWatts("k", 2, 0.25, List.of(80.0, 30.0), List.of(8.0, 3.0)),
                    new KernelWatts("l", 1, 0.25, List.of(40.0, 10.0), List.of()))));
  }

  /** A total of 100 W alone. */
  public static byte[] componentsNotKnown(String device) {
    return new ComponentPowerCodec()
        .encode(
            new ComponentPower(
                device,
                START_NANOS,
                START_NANOS + 500_000_000L,
                null,
                null,
                100,
                2,
                null,
                List.of(),
                device,
                0,
                Quality.CORRECTED,
                List.of(ComponentDoubt.NOT_YET_KNOWN),
                List.of()));
  }

  private static ComponentWatts part(String name, double watts) {
    return new ComponentWatts(name, watts, watts / 10, List.of("c"), List.of());
  }

  /** The hot spot 5 K above a sensor that shows 60 degrees, or of a sensor that is doubtful. */
  public static byte[] heat(String device, SensorDoubt doubt) {
    boolean isRelied = doubt == SensorDoubt.NONE;
    return new HeatCodec()
        .encode(
            new HeatRecord(
                device,
                "generic",
                false,
                Optional.empty(),
                isRelied ? Quality.ESTIMATED : Quality.INVALID,
                new HeatReading(
                    START_NANOS,
                    doubt,
                    isRelied ? Optional.of(new Prediction(60, 0.5)) : Optional.empty(),
                    List.of(),
                    "cores",
                    new Prediction(5, 1.5))));
  }
}
