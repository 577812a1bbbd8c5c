package io.wattune.streams.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Book;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.tunable.TunableName;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SensitivityFunctionTest {
  private static final String DEVICE = "node1/GPU-1";
  private static final String KERNEL = "copy";

  @Test
  void tellsTheSensitivitiesOfAMemoryBoundKernel() throws Exception {
    try (var job = new SensitivityHarness().open()) {
      job.counters(memoryBound(DEVICE, 0));

      assertThat(job.told)
          .extracting(Sensitivity::tunable)
          .containsExactly(TunableName.CORE_CLOCK, TunableName.CU_COUNT, TunableName.MEMORY_CLOCK);
      Sensitivity memory = job.told.get(2);
      assertThat(memory.activityName()).isEqualTo(KERNEL);
      // Worked by hand in the test of the model: 1.54484.
      assertThat(memory.raw()).isCloseTo(1.54484, within(1e-5));
      assertThat(memory.bin()).isEqualTo(SensitivityBin.HIGH);
      assertThat(memory.quality()).isEqualTo(Quality.ESTIMATED);
      assertThat(job.rejects).isEmpty();
    }
  }

  @Test
  void takesTheProductFromTheDevicesDescriptor() throws Exception {
    try (var job = new SensitivityHarness().open()) {
      job.device(descriptor(DEVICE, "Radeon HD 7970"));
      job.device(descriptor("node1/GPU-2", "Something newer"));

      job.counters(memoryBound(DEVICE, 0));
      job.counters(memoryBound("node1/GPU-2", 0));

      assertThat(job.told)
          .filteredOn(s -> s.device().equals(DEVICE))
          .hasSize(3)
          .allMatch(s -> s.quality() == Quality.MEASURED);
      assertThat(job.told)
          .filteredOn(s -> !s.device().equals(DEVICE))
          .hasSize(3)
          .allMatch(s -> s.quality() == Quality.ESTIMATED);
    }
  }

  @Test
  void keepsWhatItCannotUseWithItsBytesAndReason() throws Exception {
    byte[] garbage = {1, 2, 3};
    try (var job = new SensitivityHarness().open()) {
      job.counters(DEVICE, garbage);
      job.device(DEVICE, garbage);
      job.counters(memoryBound(DEVICE, 0));
      job.counters(memoryBound(DEVICE, 0));
      job.counters("another/GPU", new CounterReadingCodec().encode(memoryBound(DEVICE, 1)));
      job.counters(reading(DEVICE, 2, inPercent(counters())));

      assertThat(job.rejects)
          .extracting(RejectedDatum::reason)
          .containsExactly(
              "no-single-object-marker",
              "no-single-object-marker",
              "repeated-reading",
              "key-mismatch",
              "unusable-counter");
      assertThat(job.rejects.get(0).original()).isEqualTo(garbage);
      assertThat(job.rejects.get(0).origin()).isEqualTo(Namespace.live().topic(Topic.COUNTERS));
      assertThat(job.rejects.get(0).partition()).isEqualTo(2);
      assertThat(job.rejects).allMatch(reject -> reject.rejectedBy().equals("sensitivity"));
      assertThat(job.rejects.get(4).detail()).contains(CounterName.MEM_UNIT_BUSY, "100.0");
      assertThat(job.counted("recordsRejected")).isEqualTo(5);
      assertThat(job.counted("counterReadings")).isEqualTo(3);
      assertThat(job.counted("counterReadingsRepeated")).isEqualTo(1);
      assertThat(job.counted(CounterName.MEM_UNIT_BUSY)).isEqualTo(1);
    }
  }

  @Test
  void aCounterThatIsNotThereIsNoReject() throws Exception {
    try (var job = new SensitivityHarness().open()) {
      List<CounterValue> work =
          List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 1000));

      job.counters(reading(DEVICE, 0, work));

      assertThat(job.told).isEmpty();
      assertThat(job.rejects).isEmpty();
      assertThat(job.counted("counterReadings")).isEqualTo(1);
      assertThat(job.counted(CounterName.VGPRS)).isEqualTo(1); // once, for two models
      assertThat(job.counted("recordsRejected")).isZero();
    }
  }

  @Test
  void namesThatHadToMakeRoomAreCounted() throws Exception {
    try (var job = new SensitivityHarness().open()) {
      int most = SensitivitySettings.DEFAULT.namesPerDevice();
      for (int i = 0; i < most + 3; i++) {
        job.counters(named("kernel" + i, i));
      }

      assertThat(job.counted("activityNamesEvicted")).isEqualTo(3);
      assertThat(job.keyedStateEntries()).isEqualTo(1);
    }
  }

  @Test
  void goesOnFromASnapshotAsIfNothingHadHappened() throws Exception {
    List<CounterReading> readings = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      readings.add(i % 3 == 0 ? memoryBound(DEVICE, i) : reading(DEVICE, i, half(counters())));
    }
    List<Sensitivity> whole;
    try (var job = new SensitivityHarness().open()) {
      job.device(descriptor(DEVICE, "Radeon HD 7970"));
      for (CounterReading reading : readings) {
        job.counters(reading);
      }
      whole = job.told;
    }

    try (var first = new SensitivityHarness().open()) {
      first.device(descriptor(DEVICE, "Radeon HD 7970"));
      for (CounterReading reading : readings.subList(0, 5)) {
        first.counters(reading);
      }
      try (var second = new SensitivityHarness().openFrom(first.snapshot())) {
        // At least once: the newest before the snapshot comes again.
        second.counters(readings.get(4));
        assertThat(second.told).isEmpty();
        for (CounterReading reading : readings.subList(5, 10)) {
          second.counters(reading);
        }
        first.told.addAll(second.told);
      }
      assertThat(first.told).isEqualTo(whole);
    }
  }

  @Test
  void forgetsADeviceThatHasEndedOrGone() throws Exception {
    try (var job = new SensitivityHarness().open()) {
      job.counters(memoryBound(DEVICE, 0));
      job.counters(memoryBound("node1/GPU-2", 0));
      assertThat(job.keyedStateEntries()).isEqualTo(2);

      job.counters(new CounterReading(DEVICE, 1, 5, 5, null, null, null, List.of(), true));
      assertThat(job.keyedStateEntries()).isEqualTo(1);

      job.device("node1/GPU-2", new byte[0]);
      assertThat(job.keyedStateEntries()).isZero();
      assertThat(job.rejects).isEmpty();
    }
  }

  @Test
  void publishesTheSchemasOfWhatItWrites() throws Exception {
    SensitivityHarness.SCHEMAS.published().clear();
    try (var job = new SensitivityHarness().open()) {
      assertThat(SensitivityHarness.SCHEMAS.published())
          .containsExactly(Topic.SENSITIVITIES, Topic.REJECTS);
      assertThat(job.rejects).isEmpty();
    }
  }

  private static CounterReading memoryBound(String device, long sequence) {
    return reading(device, sequence, counters());
  }

  private static CounterReading reading(String device, long sequence, List<CounterValue> counters) {
    long end = (sequence + 1) * 10_000_000;
    return new CounterReading(
        device,
        sequence,
        end - 10_000_000,
        end,
        Book.KERNEL,
        "id" + sequence,
        KERNEL,
        counters,
        false);
  }

  private static CounterReading named(String kernel, long sequence) {
    CounterReading reading = memoryBound(DEVICE, sequence);
    return new CounterReading(
        DEVICE,
        sequence,
        reading.startNanos(),
        reading.endNanos(),
        Book.KERNEL,
        kernel,
        kernel,
        reading.counters(),
        false);
  }

  private static List<CounterValue> counters() {
    return List.of(
        value(CounterName.VALU_BUSY, CounterUnit.FRACTION, 0.2),
        value(CounterName.VALU_UTILIZATION, CounterUnit.FRACTION, 1),
        value(CounterName.WRITE_UNIT_STALLED, CounterUnit.FRACTION, 0.05),
        value(CounterName.MEM_UNIT_BUSY, CounterUnit.FRACTION, 1),
        value(CounterName.MEM_UNIT_STALLED, CounterUnit.FRACTION, 0.6),
        value(CounterName.READ_BYTES, CounterUnit.BYTES, 600),
        value(CounterName.WRITTEN_BYTES, CounterUnit.BYTES, 300),
        value(CounterName.PEAK_BYTES, CounterUnit.BYTES, 1000),
        value(CounterName.VGPRS, CounterUnit.COUNT, 20),
        value(CounterName.SGPRS, CounterUnit.COUNT, 20));
  }

  private static CounterValue value(String counter, CounterUnit unit, double value) {
    return new CounterValue(counter, unit, CounterKind.MEAN, value);
  }

  /** Counters of a kernel that uses the memory for half the time. */
  private static List<CounterValue> half(List<CounterValue> counters) {
    return scaled(counters, 0.5);
  }

  /** Counters as a source would send them that takes a fraction for a percentage. */
  private static List<CounterValue> inPercent(List<CounterValue> counters) {
    return scaled(counters, 100);
  }

  private static List<CounterValue> scaled(List<CounterValue> counters, double factor) {
    return counters.stream()
        .map(
            each ->
                each.counter().equals(CounterName.MEM_UNIT_BUSY)
                    ? value(each.counter(), each.unit(), each.value() * factor)
                    : each)
        .toList();
  }

  private static DeviceDescriptor descriptor(String device, String model) {
    return new DeviceDescriptor(
        device, "node1", null, "amd", model, "", null, 1, List.of(), List.of());
  }
}
