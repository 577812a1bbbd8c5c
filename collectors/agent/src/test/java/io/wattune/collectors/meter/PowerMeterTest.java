package io.wattune.collectors.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.agent.RecordSink;
import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.CounterReadingCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PowerMeterTest {
  private static final String DEVICE = "n1/G1";
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_700_000_000L * SECOND;
  private static final int POLLS = 10;

  private final PowerMeter meter =
      PowerMeter.start("n1", List.of(DEVICE), ProfileChoice.NONE, System.err::println);
  private final RecordSink sink = meter.beside((topic, key, value) -> {});
  private int sequence;

  @AfterEach
  void close() {
    meter.close();
  }

  /** Known input: 100 W for 60 s, then 300 W for 60 s, read ten times a second. */
  @Test
  void energyIsTheIntegralOfThePowerAndNeverFalls() {
    double highest = 0;
    for (int second = 0; second < 120; second++) {
      poll(second, second < 60 ? 100_000 : 300_000);
      DeviceEnergy energy = shown().energy();
      if (energy != null) {
        assertThat(energy.joules()).isGreaterThanOrEqualTo(highest);
        highest = energy.joules();
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> power().timeNanos() > START + 119 * SECOND);

    DevicePower power = power();
    assertThat(power.watts()).isCloseTo(300.0, within(0.01));
    assertThat(power.rawWatts()).isCloseTo(300.0, within(0.01));
    assertThat(power.errorWatts()).isPositive();
    DeviceEnergy energy = shown().energy();
    assertThat(energy).isNotNull();
    // The newest windows are not said before their sensor could have answered: two seconds of 300 W
    // and the first tenth of 100 W are missing.
    assertThat(energy.joules()).isBetween(24_000.0 - 3 * 300, 24_000.0);
    double finalSeconds = energy.seconds().values().stream().mapToDouble(each -> each).sum();
    assertThat(finalSeconds).isCloseTo(89, within(2.0));
    // Gain of an unknown board, which adds up, and nothing that grows without bound beside it.
    assertThat(energy.errorJoules()).isBetween(0.01 * 15_000, 0.2 * 15_000);
  }

  /**
   * Ten thousand blocks between two looks, twice what may wait. The half that wakes the meter is
   * reached four times; by its own time alone, each five seconds, this would take twenty.
   */
  @Test
  void manyBlocksAreMeteredBeforeAnybodyLooks() {
    long sinceNanos = System.nanoTime();
    for (int second = 0; second < 10_000; second++) {
      poll(second, 100_000);
      if (second % 1_000 == 999) {
        await().atMost(Duration.ofSeconds(20)).until(() -> meter.waiting() < 2_048);
      }
    }

    assertThat(System.nanoTime() - sinceNanos).isLessThan(10 * SECOND);
    assertThat(meter.leftOut()).isZero();
    assertThat(power().timeNanos()).isGreaterThan(START + 9_999 * SECOND);
  }

  @Test
  void timeThatWasNotSeenIsInNoSecondAndInNoEnergy() {
    for (int second = 0; second < 90; second++) {
      if (second < 20 || second >= 40) {
        poll(second, 100_000);
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> power().timeNanos() > START + 89 * SECOND);

    DeviceEnergy energy = shown().energy();
    assertThat(energy).isNotNull();
    double finalSeconds = energy.seconds().values().stream().mapToDouble(each -> each).sum();
    assertThat(finalSeconds).as("of %s", energy.seconds()).isCloseTo(90 - 20 - 31, within(2.0));
    assertThat(energy.seconds()).containsKey(Quality.GAP);
    assertThat(energy.joules()).isBetween(7_000.0 - 4 * 100, 7_000.0 + 100);
  }

  @Test
  void jobsThatHaveEndedCountForTheirUsers() {
    for (int second = 0; second < 100; second++) {
      poll(second, 100_000);
      if (second == 10) {
        sink.happened(job(START + 10 * SECOND, Activity.RUNNING));
      }
      if (second == 30) {
        sink.happened(job(START + 10 * SECOND, START + 30 * SECOND));
      }
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> power().timeNanos() > START + 99 * SECOND);

    // Edges are known to a poll at best, 10 J at each end.
    assertThat(shown().userJoules().get("ada")).isCloseTo(2_000, within(30.0));
    assertThat(shown().jobs()).hasSize(1);
    MeteredJob job = shown().jobs().get(0);
    assertThat(job.activityId()).isEqualTo("j1");
    assertThat(job.user()).isEqualTo("ada");
    assertThat(job.joules()).isEqualTo(shown().userJoules().get("ada"));
  }

  @Test
  void theNewestOfEachCounterThatIsNoIncreaseIsShown() {
    var codec = new CounterReadingCodec(BundledSchemas.get());
    for (int i = 1; i <= 2; i++) {
      sink.counted(
          new CounterReading(
              DEVICE,
              i,
              START + i * SECOND,
              START + (i + 1) * SECOND,
              null,
              null,
              null,
              List.of(
                  new CounterValue("heat", CounterUnit.CELSIUS, CounterKind.LAST, 40 + i),
                  new CounterValue("bytes", CounterUnit.BYTES, CounterKind.INCREASE, 5)),
              false),
          codec);
    }
    assertThat(shown().counters()).containsOnlyKeys("heat");
    assertThat(shown().counters().get("heat").value()).isEqualTo(42);
  }

  private static Activity job(long startNanos, long endNanos) {
    return new Activity(
        DEVICE, "j1", Book.JOB, "train", startNanos, endNanos, null, Map.of("user", "ada"));
  }

  private MeteredDevice shown() {
    return meter.devices().get(0);
  }

  private DevicePower power() {
    DevicePower power = shown().power();
    return power == null ? new DevicePower(0, 0, 0, 0, Quality.INVALID) : power;
  }

  private void poll(int second, int milliwatts) {
    long[] times = new long[POLLS];
    int[] values = new int[POLLS];
    for (int i = 0; i < POLLS; i++) {
      times[i] = START + second * SECOND + i * SECOND / POLLS;
      // The sensor shows a new value at each poll: 1 mW more or less.
      values[i] = milliwatts + i % 2;
    }
    sink.polled(
        new PollBlock(DEVICE, sequence++, "power", PowerUnit.MILLIWATTS, times, values, false));
  }
}
