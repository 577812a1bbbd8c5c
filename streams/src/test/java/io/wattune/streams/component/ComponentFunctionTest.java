package io.wattune.streams.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Book;
import io.wattune.core.power.TruePower;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.schemas.codec.CounterReadingCodec;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;

class ComponentFunctionTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String DEVICE = "n1/gpu0";

  @Test
  void powerAndCountersBecomePowerByComponent() throws Exception {
    try (var job = new ComponentHarness().open()) {
      run(job, 0, 40);

      assertThat(job.rejects).isEmpty();
      assertThat(job.told).hasSize(40);
      assertThat(job.told.get(0).doubts()).contains(ComponentDoubt.NOT_YET_KNOWN);
      ComponentPower last = job.told.get(39);
      assertThat(last.activityName()).isEqualTo("kernel1");
      assertThat(last.components()).extracting(each -> each.name()).contains("memory reads");
      // Power is exact but for the edges, where a step of 30 W lies within a microsecond.
      assertThat(last.components())
          .allMatch(each -> Math.abs(each.watts() - watts(39)[place(each.name())]) < 0.5);
    }
  }

  @Test
  void whatWasLearnedOutlivesTheJob() throws Exception {
    OperatorSubtaskState snapshot;
    try (var job = new ComponentHarness().open()) {
      run(job, 0, 40);
      snapshot = job.snapshot();
    }
    try (var job = new ComponentHarness().openFrom(snapshot)) {
      run(job, 40, 1);
      assertThat(job.told).hasSize(1);
      assertThat(job.told.get(0).isKnown()).isTrue();
      assertThat(job.told.get(0).modelRevision()).isGreaterThan(3);
    }
  }

  @Test
  void repeatsAndStrangeKeysAreRejected() throws Exception {
    try (var job = new ComponentHarness().open()) {
      job.counters(reading(0));
      job.counters(reading(0));
      job.counters("other", new CounterReadingCodec().encode(reading(1)));
      assertThat(job.rejects)
          .extracting(each -> each.reason())
          .containsExactly("repeated-reading", "key-mismatch");
      assertThat(job.counted("counterReadings")).isEqualTo(2);
    }
  }

  @Test
  void whatDoesNotCountIsCounted() throws Exception {
    try (var job = new ComponentHarness().open()) {
      run(job, 0, 5);
      // A later number of a time that was told.
      job.counters(reading(9, 2));
      TruePower other = power(5);
      job.power(
          new TruePower(
              DEVICE,
              "another",
              0,
              "p",
              other.timesNanos(),
              other.trueMilliwatts(),
              other.trueMilliwatts(),
              other.errorMilliwatts(),
              other.qualities(),
              null,
              0));

      assertThat(job.counted("counterReadingsOverlapped")).isEqualTo(1);
      assertThat(job.counted("powerBlocksOfOtherSignals")).isEqualTo(1);
      assertThat(job.rejects).isEmpty();
      assertThat(job.told).hasSize(5);
    }
  }

  /** A name of 300 kB makes a record larger than any may be. */
  @Test
  void heatThatCannotBeSentIsARejectAndTheJobGoesOn() throws Exception {
    var plan =
        new GivenPlan(
            DEVICE, "long", "b".repeat(300_000) + " 0.01 0.01 0 0\n", null, Map.of(), null);
    try (var job = new ComponentHarness(List.of(plan)).open()) {
      run(job, 0, 5);

      assertThat(job.told).hasSize(5);
      assertThat(job.heats).isEmpty();
      assertThat(job.rejects).isNotEmpty().allMatch(each -> each.reason().equals("unsendable"));
      assertThat(job.counted("recordsRejected")).isEqualTo(job.rejects.size());
    }
  }

  private static void run(ComponentHarness job, int from, int count) throws Exception {
    for (int i = from; i < from + count; i++) {
      job.counters(reading(i));
      job.power(power(i));
    }
  }

  private static int place(String name) {
    return name.equals("memory reads") ? 1 : 0;
  }

  private static double[] watts(int i) {
    return new double[] {10.0 * ((i + 1) % 4), 7.0 * ((i + 1) % 3)};
  }

  private static CounterReading reading(int i) {
    return reading(i, i);
  }

  private static CounterReading reading(int number, int i) {
    double[] watts = watts(i);
    return new CounterReading(
        DEVICE,
        number,
        i * SECOND,
        (i + 1) * SECOND,
        Book.KERNEL,
        "a" + i,
        "kernel" + i % 2,
        List.of(
            new CounterValue("INT", CounterUnit.COUNT, CounterKind.INCREASE, watts[0] / 3e-11),
            new CounterValue(
                "ReadBytes", CounterUnit.BYTES, CounterKind.INCREASE, watts[1] / 2e-10)),
        false);
  }

  private static TruePower power(int i) {
    double[] watts = watts(i);
    int total = (int) Math.round(1e3 * (20 + watts[0] + watts[1]));
    long[] times = new long[11];
    int[] milliwatts = new int[11];
    int[] errors = new int[11];
    for (int k = 0; k < times.length; k++) {
      // The first is just behind the edge.
      times[k] = i * SECOND + (k == 0 ? 1000 : k * SECOND / 10);
      milliwatts[k] = total;
      errors[k] = 100;
    }
    return new TruePower(
        DEVICE, "power", 0, "p", times, milliwatts, milliwatts, errors, new byte[11], null, 0);
  }
}
