package io.wattune.schemas.codec;

import static io.wattune.schemas.codec.UndecodableException.NO_VALUE;
import static io.wattune.schemas.codec.UndecodableException.UNKNOWN_SYMBOL;
import static io.wattune.schemas.codec.UndecodableException.VALUE_OUT_OF_RANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.core.decision.Hold;
import io.wattune.schemas.avro.ActivityConfiguration;
import io.wattune.schemas.avro.ActivityLevel;
import io.wattune.schemas.avro.Actuation;
import io.wattune.schemas.avro.ActuationOutcome;
import io.wattune.schemas.avro.ControlOutcome;
import io.wattune.schemas.avro.ControlStatus;
import io.wattune.schemas.avro.CounterKind;
import io.wattune.schemas.avro.CounterReading;
import io.wattune.schemas.avro.CounterUnit;
import io.wattune.schemas.avro.CounterValue;
import io.wattune.schemas.avro.Decision;
import io.wattune.schemas.avro.DeviceDescriptor;
import io.wattune.schemas.avro.HoldScope;
import io.wattune.schemas.avro.InForceSpan;
import io.wattune.schemas.avro.InForceValue;
import io.wattune.schemas.avro.LatencyBound;
import io.wattune.schemas.avro.LatencyBucket;
import io.wattune.schemas.avro.Quality;
import io.wattune.schemas.avro.Sensitivity;
import io.wattune.schemas.avro.SensitivityBin;
import io.wattune.schemas.avro.ServerKind;
import io.wattune.schemas.avro.ServingReading;
import io.wattune.schemas.avro.Setting;
import io.wattune.schemas.avro.SignalDescriptor;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.avro.TunableDescriptor;
import io.wattune.schemas.avro.TunableUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

/** Records of the control loop that are good Avro and hold values that cannot be. */
class ControlRefusalTest {

  @Test
  void unchangedRecordsAreTaken() throws Exception {
    assertThat(new DecisionCodec().decode(encode(decision(), r -> {})))
        .isInstanceOf(io.wattune.core.decision.Decision.ForDevice.class);
    assertThat(new DecisionCodec().decode(encode(claim(), r -> {})))
        .isEqualTo(new io.wattune.core.decision.Decision.Claim("n", 3, "p", 7));
    assertThat(new ActuationCodec().decode(encode(actuation(), r -> {}))).isNotNull();
    assertThat(new HoldCodec().decode(encode(hold(), r -> {}))).isNotNull();
    assertThat(new CounterReadingCodec().decode(encode(counters(), r -> {}))).isNotNull();
    assertThat(new DeviceDescriptorCodec().decode(encode(device(), r -> {}))).isNotNull();
    assertThat(new SensitivityCodec().decode(encode(sensitivity(), r -> {}))).isNotNull();
    assertThat(new ServingReadingCodec().decode(encode(serving(), r -> {}))).isNotNull();
  }

  @Test
  void decisionMustNameEachTunableAndActivityOnce() {
    assertDecision(VALUE_OUT_OF_RANGE, r -> r.setEpoch(-1));
    assertDecision(VALUE_OUT_OF_RANGE, r -> r.setSequence(-1));
    assertDecision(
        VALUE_OUT_OF_RANGE, r -> r.setDefaultConfiguration(List.of(setting(), setting())));
    assertDecision(VALUE_OUT_OF_RANGE, r -> r.getDefaultConfiguration().get(0).setTunable(""));
    assertDecision(UNKNOWN_SYMBOL, r -> r.getDefaultConfiguration().get(0).setUnit(unknownUnit()));
    assertDecision(
        VALUE_OUT_OF_RANGE,
        r -> r.setByActivityName(List.of(r.getByActivityName().get(0), kernel())));
    assertDecision(
        VALUE_OUT_OF_RANGE,
        r -> r.getByActivityName().get(0).setSettings(List.of(setting(), setting())));
  }

  @Test
  void leaseAndTimesOfADecisionAreLeftToTheNodesGate() throws Exception {
    byte[] bytes =
        encode(
            decision(),
            r -> {
              r.setLeaseNanos(-5L);
              r.setBasedOnNanos(Long.MIN_VALUE);
            });

    assertThat(new DecisionCodec().decode(bytes))
        .isInstanceOfSatisfying(
            io.wattune.core.decision.Decision.ForDevice.class,
            d -> assertThat(d.leaseNanos()).isEqualTo(-5));
  }

  @Test
  void claimThatSaysMoreThanAClaimIsRefused() {
    assertRefused(VALUE_OUT_OF_RANGE, new DecisionCodec(), claim(), r -> r.setEpoch(-1));
    assertRefused(VALUE_OUT_OF_RANGE, new DecisionCodec(), claim(), r -> r.setLeaseNanos(1));
    assertRefused(VALUE_OUT_OF_RANGE, new DecisionCodec(), claim(), r -> r.setBasedOnNanos(1));
    assertDecision(VALUE_OUT_OF_RANGE, r -> asClaim(r, List.of(setting()), List.of()));
    assertDecision(VALUE_OUT_OF_RANGE, r -> asClaim(r, List.of(), List.of(kernel())));
  }

  @Test
  void actuationMustHaveKnownOutcomes() {
    assertActuation(UNKNOWN_SYMBOL, r -> r.setOutcome(ActuationOutcome.UNKNOWN));
    assertActuation(UNKNOWN_SYMBOL, r -> r.getControls().get(0).setStatus(ControlStatus.UNKNOWN));
    assertActuation(UNKNOWN_SYMBOL, r -> r.getControls().get(0).setUnit(unknownUnit()));
    assertActuation(VALUE_OUT_OF_RANGE, r -> r.setLeaseLeftNanos(-1));
  }

  @Test
  void whatWasInForceMustBeSpansAndNotTooMany() {
    assertActuation(VALUE_OUT_OF_RANGE, r -> r.getInForce().get(0).setToNanos(0));
    assertActuation(
        UNKNOWN_SYMBOL, r -> r.getInForce().get(0).getValues().get(0).setUnit(unknownUnit()));
    assertActuation(VALUE_OUT_OF_RANGE, r -> r.setInForce(Collections.nCopies(129, span(1, 2))));
  }

  @Test
  void holdOfAnUnknownScopeHoldsEverything() throws Exception {
    Hold hold = new HoldCodec().decode(encode(hold(), r -> r.setScope(HoldScope.UNKNOWN)));

    assertThat(hold.scope()).isEqualTo(io.wattune.core.decision.HoldScope.ALL);
    assertThat(hold.covers("any/device")).isTrue();
    assertThat(hold.isInForce(1)).isTrue();
  }

  @Test
  void holdMustEndAfterItBeginsAndNameWhatItIsFor() {
    assertHold(r -> r.setUntilNanos(1L));
    assertHold(r -> r.setName(""));
    assertHold(r -> r.setScope(HoldScope.ALL));
  }

  @Test
  void counterReadingMustBeOfOneIntervalAndNameEachCounterOnce() {
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.setSequence(-1));
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.setEndNanos(1));
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.setLevel(null));
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.setActivityId(null));
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.setActivityName(null));
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.setCounters(List.of(counter(), counter())));
    assertCounters(VALUE_OUT_OF_RANGE, r -> r.getCounters().get(0).setValue(Double.NaN));
    assertCounters(UNKNOWN_SYMBOL, r -> r.setLevel(ActivityLevel.UNKNOWN));
    assertCounters(UNKNOWN_SYMBOL, r -> r.getCounters().get(0).setUnit(CounterUnit.UNKNOWN));
    assertCounters(UNKNOWN_SYMBOL, r -> r.getCounters().get(0).setKind(CounterKind.UNKNOWN));
  }

  @Test
  void endOfTraceMayHaveNoCountersAndNoLength() throws Exception {
    byte[] bytes =
        encode(
            counters(),
            r -> {
              r.setEndOfTrace(true);
              r.setCounters(List.of());
              r.setEndNanos(1L);
            });

    assertThat(new CounterReadingCodec().decode(bytes).isEndOfTrace()).isTrue();
  }

  @Test
  void descriptorMustBeConsistent() {
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.setNode("other"));
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.getSignals().get(0).setPollPeriodNanos(0));
    assertDevice(UNKNOWN_SYMBOL, r -> r.getSignals().get(0).setUnit(SignalUnit.UNKNOWN));
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.setTunables(List.of(tunable(), tunable())));
    assertDevice(UNKNOWN_SYMBOL, r -> r.getTunables().get(0).setUnit(unknownUnit()));
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.getTunables().get(0).setTunable(""));
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.getTunables().get(0).setLowest(11));
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.getTunables().get(0).setStep(0));
    assertDevice(VALUE_OUT_OF_RANGE, r -> r.getTunables().get(0).setValues(List.of(1L, 10L)));
    assertDevice(
        VALUE_OUT_OF_RANGE,
        r -> {
          r.getTunables().get(0).setStep(0);
          r.getTunables().get(0).setValues(List.of(1L, 5L, 5L, 10L));
        });
    assertDevice(
        VALUE_OUT_OF_RANGE,
        r -> {
          r.getTunables().get(0).setLowest(Long.MIN_VALUE);
          r.getTunables().get(0).setHighest(Long.MAX_VALUE);
        });
  }

  @Test
  void descriptorWithoutAValueSaysThatTheDeviceHasGone() throws Exception {
    var codec = new DeviceDescriptorCodec();

    assertThat(codec.decodeUnlessGone(null)).isEmpty();
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> codec.decode(null))
        .extracting(UndecodableException::reason)
        .isEqualTo(NO_VALUE);
  }

  @Test
  void sensitivityMustBeWithinItsBounds() {
    assertSensitivity(VALUE_OUT_OF_RANGE, r -> r.setRaw(Double.NaN));
    assertSensitivity(VALUE_OUT_OF_RANGE, r -> r.setValue(1.01));
    assertSensitivity(VALUE_OUT_OF_RANGE, r -> r.setValue(Double.NaN));
    assertSensitivity(VALUE_OUT_OF_RANGE, r -> r.setStandardError(-0.1));
    assertSensitivity(VALUE_OUT_OF_RANGE, r -> r.setStandardError(Double.POSITIVE_INFINITY));
    assertSensitivity(UNKNOWN_SYMBOL, r -> r.setBin(SensitivityBin.UNKNOWN));
  }

  @Test
  void servingReadingMustBeOfOneIntervalWithBoundsInOrder() {
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setSequence(-1));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setEndNanos(1));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setDevices(List.of()));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setFinished(-1));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setArrived(-1L));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setFailed(-1L));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setWaiting(-1L));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setRunning(-1L));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.setMeanSeconds(Double.NaN));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getLatencies().get(0).setRequests(0));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getLatencies().get(0).setRequests(Long.MAX_VALUE));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getLatencies().get(0).setHighSeconds(0.05));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getLatencies().get(0).setHighSeconds(null));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getLatencies().get(0).setLowSeconds(-0.1));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getQuantiles().get(0).setQuantile(0));
    assertServing(VALUE_OUT_OF_RANGE, r -> r.getQuantiles().get(0).setQuantile(0.95));
    assertServing(UNKNOWN_SYMBOL, r -> r.setKind(ServerKind.UNKNOWN));
    assertServing("value-out-of-range", r -> r.setShare("all"));
  }

  @Test
  void servingReadingIsOfItsOwnNodesDevices() throws Exception {
    var reading = new ServingReadingCodec().decode(encode(serving(), r -> {}));
    var foreign =
        new ServingReadingCodec().decode(encode(serving(), r -> r.setDevices(List.of("m/g"))));

    RecordKey.check("n", reading);
    assertMismatch("m", reading);
    assertMismatch("n", foreign);
  }

  private static void assertMismatch(String key, io.wattune.core.serving.ServingReading reading) {
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> RecordKey.check(key, reading))
        .extracting(UndecodableException::reason)
        .isEqualTo(RecordKey.MISMATCH);
  }

  @Test
  void readingOfATimeWindowHasNoLevelToBeWrittenWith() {
    var reading =
        new io.wattune.core.counter.CounterReading(
            "d", 0, 0, 1, io.wattune.core.ledger.Book.WINDOW1S, "a", "n", List.of(), false);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CounterReadingCodec().encode(reading));
  }

  private static void assertDecision(String reason, Consumer<Decision> change) {
    assertRefused(reason, new DecisionCodec(), decision(), change);
  }

  private static void assertActuation(String reason, Consumer<Actuation> change) {
    assertRefused(reason, new ActuationCodec(), actuation(), change);
  }

  private static void assertHold(Consumer<io.wattune.schemas.avro.Hold> change) {
    assertRefused(VALUE_OUT_OF_RANGE, new HoldCodec(), hold(), change);
  }

  private static void assertCounters(String reason, Consumer<CounterReading> change) {
    assertRefused(reason, new CounterReadingCodec(), counters(), change);
  }

  private static void assertDevice(String reason, Consumer<DeviceDescriptor> change) {
    assertRefused(reason, new DeviceDescriptorCodec(), device(), change);
  }

  private static void assertSensitivity(String reason, Consumer<Sensitivity> change) {
    assertRefused(reason, new SensitivityCodec(), sensitivity(), change);
  }

  private static void assertServing(String reason, Consumer<ServingReading> change) {
    assertRefused(reason, new ServingReadingCodec(), serving(), change);
  }

  private static <T extends SpecificRecordBase> void assertRefused(
      String reason, RecordCodec<?> codec, T record, Consumer<T> change) {
    byte[] bytes = encode(record, change);
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> codec.decode(bytes))
        .satisfies(e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
  }

  @SuppressWarnings("unchecked") // The class of a T is a class of T.
  private static <T extends SpecificRecordBase> byte[] encode(T record, Consumer<T> change) {
    change.accept(record);
    return new RecordEncoder<>((Class<T>) record.getClass()).encode(record);
  }

  private static void asClaim(
      Decision record, List<Setting> settings, List<ActivityConfiguration> byName) {
    record.setDevice(null);
    record.setLeaseNanos(0L);
    record.setBasedOnNanos(0L);
    record.setDefaultConfiguration(settings);
    record.setByActivityName(byName);
  }

  private static TunableUnit unknownUnit() {
    return TunableUnit.UNKNOWN;
  }

  private static Setting setting() {
    return new Setting("core.clock", TunableUnit.MEGAHERTZ, 900L);
  }

  private static ActivityConfiguration kernel() {
    return new ActivityConfiguration("kernel", List.of(setting()));
  }

  private static Decision decision() {
    return new Decision(
        "n",
        "n/g",
        3L,
        4L,
        5L,
        6L,
        List.of(setting()),
        List.of(kernel()),
        "p",
        "memory-bound",
        "",
        Quality.MEASURED,
        7L,
        null);
  }

  private static Decision claim() {
    return new Decision(
        "n",
        null,
        3L,
        0L,
        0L,
        0L,
        List.of(),
        List.of(),
        "p",
        "claim",
        "",
        Quality.INVALID,
        7L,
        null);
  }

  private static Actuation actuation() {
    var control =
        new ControlOutcome("core.clock", TunableUnit.MEGAHERTZ, 9L, null, ControlStatus.SET, "");
    return new Actuation(
        "n",
        "n/g",
        3L,
        4L,
        ActuationOutcome.APPLIED,
        "ok",
        "",
        null,
        List.of(control),
        5L,
        6L,
        List.of(span(1, 2)),
        List.of());
  }

  private static InForceSpan span(long fromNanos, long toNanos) {
    return new InForceSpan(
        null,
        fromNanos,
        toNanos,
        List.of(new InForceValue("core.clock", TunableUnit.MEGAHERTZ, 9L, true)));
  }

  private static io.wattune.schemas.avro.Hold hold() {
    return new io.wattune.schemas.avro.Hold(
        "h", HoldScope.NODE, "n", 1L, 2L, "b", "w", false, List.of());
  }

  private static CounterValue counter() {
    return new CounterValue("VALUBusy", CounterUnit.FRACTION, CounterKind.MEAN, 0.5);
  }

  private static CounterReading counters() {
    return new CounterReading(
        "n/g",
        0L,
        1L,
        2L,
        ActivityLevel.KERNEL,
        "a",
        "k",
        List.of(counter()),
        false,
        null,
        Map.of());
  }

  private static TunableDescriptor tunable() {
    return new TunableDescriptor(
        "core.clock", TunableUnit.MEGAHERTZ, 1L, 10L, 3L, List.of(), null, true);
  }

  private static DeviceDescriptor device() {
    return new DeviceDescriptor(
        "n/g",
        "n",
        null,
        "amd",
        "m",
        "",
        null,
        1L,
        List.of(new SignalDescriptor("power", SignalUnit.MILLIWATTS, 10L)),
        List.of(tunable()));
  }

  private static ServingReading serving() {
    return new ServingReading(
        "n",
        "s",
        ServerKind.VLLM,
        0L,
        1L,
        2L,
        List.of("n/g"),
        "m",
        3L,
        2L,
        0L,
        List.of(new LatencyBucket(0.1, 0.2, 1L), new LatencyBucket(0.2, null, 1L)),
        List.of(new LatencyBound(0.5, 0.1, 0.2), new LatencyBound(0.95, 0.2, null)),
        0.3,
        1L,
        1L,
        "60",
        false);
  }

  private static Sensitivity sensitivity() {
    return new Sensitivity(
        "n/g", null, "core.clock", 1.2, 1.0, null, SensitivityBin.HIGH, "m", Quality.ESTIMATED, 1L);
  }
}
