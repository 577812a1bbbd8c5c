package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NvidiaSourceTest {
  private static final long MILLI = 1_000_000L;
  private static final long EPOCH = 1_700_000_000_000_000_000L;

  private final AtomicLong nowNanos = new AtomicLong(EPOCH);
  private FakeNvml fake;

  private DeviceSource open(String script, Map<String, String> values) throws DeviceException {
    fake = new FakeNvml(script);
    fake.setMillis(0);
    return TestGpus.kind(fake).openSource(TestGpus.settings(values), nowNanos::get);
  }

  @ParameterizedTest
  @CsvSource({
    "auto, power.draw.instant, 100000",
    "instant, power.draw.instant, 100000",
    "average, power.draw.average, 102000",
    "usage, power.draw, 101000"
  })
  void powerIsReadAsWished(String signal, String name, int milliwatts) throws Exception {
    DeviceSource source = open(TestGpus.H100, Map.of("signal", signal));

    assertThat(source.power().signal())
        .isEqualTo(new Signal(name, SignalUnit.MILLIWATTS, 20 * MILLI));
    assertThat(source.power().read()).isEqualTo(milliwatts);
    assertThat(source.power().readEnergy()).isEqualTo(5_000_000);
  }

  /** 45 J of each 100 ms, whatever the field of power shows of it. */
  @Test
  void powerByTheCounterLeavesNothingOut() throws Exception {
    var script = new StringBuilder(TestGpus.H100);
    for (int update = 1; update <= 60; update++) {
      script.append("field.191.0 @%d %d\n".formatted(100 * update, 5_000_000 + 45_000 * update));
    }
    DeviceSource source = open(script.toString(), Map.of("signal", "energy"));
    assertThat(source.power().signal())
        .isEqualTo(new Signal("total_energy_consumption.mean", SignalUnit.MILLIWATTS, 20 * MILLI));
    assertThat(source.power().read()).as("of one value").isEqualTo(PollBlock.MISSING);

    int last = 0;
    for (int millis = 7; millis < 6_000; millis += 7) {
      fake.setMillis(millis);
      nowNanos.set(EPOCH + millis * MILLI);
      last = source.power().read();
      assertThat(source.power().readEnergy()).isEqualTo(5_000_000 + 45_000 * (millis / 100));
    }

    assertThat(last).isBetween(448_000, 452_000);
    assertThat(source.power().mayFollowUpdates()).isTrue();
  }

  @Test
  void withoutACounterThereIsNoPowerByIt() {
    String without = TestGpus.H100.replace("field.191.0 @0 5000000\n", "");

    assertThatThrownBy(() -> open(without, Map.of("signal", "energy")))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("does not give the power 'energy'");
  }

  @Test
  void powerAndEnergyComeWithOneCall() throws Exception {
    DeviceSource source = open(TestGpus.H100, Map.of());
    int before = fake.calls(0, "*");

    int unused = source.power().read();
    long unusedToo = source.power().readEnergy();

    assertThat(fake.calls(0, "*") - before).isEqualTo(1);
  }

  @Test
  void fallsBackToWhatThereIs() throws Exception {
    String older =
        TestGpus.H100
            .replace("field.186.0 @0 100000", "field.186.0 @0 error 3")
            .replace("field.191.0 @0 5000000", "field.83.0 @0 6000000");
    String oldest =
        TestGpus.H100.replaceAll("(?m)^field.*\n", "fields @0 error 13\n") + "energy @0 7000000\n";

    DeviceSource average = open(older, Map.of());
    assertThat(average.power().signal().name()).isEqualTo("power.draw.average");
    assertThat(average.power().read()).isEqualTo(102_000);
    assertThat(average.power().readEnergy()).isEqualTo(6_000_000);
    DeviceSource usage = open(oldest, Map.of());
    assertThat(usage.power().signal().name()).isEqualTo("power.draw");
    assertThat(usage.power().read()).isEqualTo(101_000);
    assertThat(usage.power().readEnergy()).isEqualTo(7_000_000);
  }

  /** Fails where a field that nobody fills hides one that has the power, or is taken for 0 W. */
  @Test
  void noPowerIsNoReadingAndNotZero() throws Exception {
    DeviceSource other =
        open(TestGpus.H100.replace("field.186.0 @0 100000", "field.186.0 @0 0"), Map.of());
    assertThat(other.power().signal().name()).isEqualTo("power.draw.average");
    assertThat(other.power().read()).isEqualTo(102_000);

    DeviceSource source =
        open(TestGpus.H100 + "field.186.0 #2 0\nfield.186.0 #3 100000\n", Map.of());
    assertThat(source.power().read()).isEqualTo(PollBlock.MISSING);
    assertThat(source.power().read()).isEqualTo(100_000);
  }

  /** Fails where what a driver in trouble answers once is taken for a no, for the agent's life. */
  @Test
  void anErrorThatPassesWhileItIsOpenedChangesNoSignal() throws Exception {
    DeviceSource source =
        open(
            TestGpus.H100
                + """
                field.186.0 #1 error 10
                field.186.0 #2 100000
                field.191.0 #1 error 999
                field.191.0 #2 5000000
                """,
            Map.of());

    assertThat(source.power().signal().name()).isEqualTo("power.draw.instant");
    assertThat(source.power().read()).isEqualTo(100_000);
    assertThat(source.power().readEnergy()).isEqualTo(5_000_000);
  }

  @Test
  void whatADriverNeverSaysIsTakenForANo() throws Exception {
    DeviceSource source = open(TestGpus.H100 + "field.186.0 @0 error 999\n", Map.of());

    assertThat(source.power().signal().name()).isEqualTo("power.draw.average");
  }

  @Test
  void aFieldThatFailsTakesOnlyItself() throws Exception {
    DeviceSource source =
        open(
            TestGpus.H100
                + """
                field.191.0 #2 error 999
                field.186.0 #3 error 21
                field.186.0 #4 error 10
                field.186.0 #5 4294967295
                """,
            Map.of());

    assertThat(source.power().read()).isEqualTo(100_000);
    assertThat(source.power().readEnergy()).isEqualTo(EnergyColumn.MISSING);
    assertThat(source.power().read()).as("no data now").isEqualTo(PollBlock.MISSING);
    assertThatThrownBy(() -> source.power().read())
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("field 186")
        .hasMessageContaining("gave up waiting");
    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("4294967295 mW");
  }

  @Test
  void aGpuThatIsLostComesBackByItself() throws Exception {
    DeviceSource source = open(TestGpus.H100 + "* @1000 error 15\n* @2000 ok\n", Map.of());
    assertThat(source.power().read()).isEqualTo(100_000);

    fake.setMillis(1_000);
    assertThatThrownBy(() -> source.power().read())
        .hasMessageContaining("the GPU is lost")
        .hasMessageContaining("reset it");
    assertThatThrownBy(() -> source.describe(0)).isInstanceOf(DeviceException.class);
    fake.setMillis(2_000);

    assertThat(source.power().read()).isEqualTo(100_000);
  }

  @Test
  void aDriverThatWasReloadedIsInitialisedAgain() throws Exception {
    DeviceSource source = open(TestGpus.H100, Map.of());
    fake.shutdown(); // As if it had never been.

    assertThatThrownBy(() -> source.power().read()).hasMessageContaining("not initialised");
    assertThat(source.power().read()).isEqualTo(100_000);
    source.close();
    assertThat(fake.inits()).isZero();
  }

  /** Fails where a library whose driver has gone is never initialised anew. */
  @Test
  void aLibraryWhoseDriverHasGoneBeginsAnew() throws Exception {
    for (int code : new int[] {9, 18}) {
      DeviceSource source =
          open(TestGpus.H100 + "* @1000 error %d\n* @2000 ok\n".formatted(code), Map.of());
      fake.setMillis(1_000);
      assertThatThrownBy(() -> source.power().read()).isInstanceOf(DeviceException.class);
      assertThat(fake.inits()).as("nobody holds the old one").isZero();
      fake.setMillis(2_000);

      assertThat(source.power().read()).isEqualTo(100_000);
      assertThat(fake.inits()).isEqualTo(1);
      source.close();
      assertThat(fake.inits()).isZero();
    }
  }

  @Test
  void describesWhatTheGpuSays() throws Exception {
    DeviceSource source = open(TestGpus.H100, Map.of("ownCoreMegahertz", "1200"));

    DeviceDescriptor descriptor = source.describe(7);

    assertThat(descriptor.vendor()).isEqualTo("nvidia");
    assertThat(descriptor.model()).isEqualTo("NVIDIA H100 80GB HBM3");
    assertThat(descriptor.driver()).isEqualTo("550.54.15");
    assertThat(descriptor.signals()).hasSize(2);
    assertThat(descriptor.tunable("power.limit").map(Tunable::ownValue).orElseThrow())
        .hasValue(700_000);
    assertThat(descriptor.tunable("core.clock").map(Tunable::ownValue).orElseThrow())
        .as("the node's file says it")
        .hasValue(1_200);
    assertThat(descriptor.tunable("memory.clock").map(Tunable::ownValue).orElseThrow())
        .as("nobody says it")
        .isEmpty();
  }

  @Test
  void keptSamplesComeInOrderOnceEachWithTheDriversTimes() throws Exception {
    long base = EPOCH / 1_000;
    String script =
        TestGpus.H100
            + "samples.0 @0 %d 90000\n".formatted(base - 40_000)
            + "samples.0 @0 %d 91000\n".formatted(base - 20_000)
            + "samples.0 @100 %d 93000\n".formatted(base + 60_000)
            + "samples.0 @100 %d 92000\n".formatted(base + 40_000)
            + "samples.0 @100 %d 92000\n".formatted(base + 40_000)
            + "samples.0 @100 %d 94000\n".formatted(base + 80_000);
    DeviceSource source = open(script, Map.of("signal", "samples", "pollPeriodMillis", "100"));

    assertThat(source.power().keepsReadings()).isTrue();
    assertThat(kept(source)).as("only the newest of those before").containsExactly("-20 91000");
    fake.setMillis(100);
    nowNanos.addAndGet(100 * MILLI);
    assertThat(kept(source)).containsExactly("40 92000", "60 93000", "80 94000");
    assertThat(kept(source)).isEmpty();
    assertThat(source.power().readEnergy()).isEqualTo(5_000_000);
  }

  /** Milliseconds since the epoch of the test, and milliwatts. */
  private static List<String> kept(DeviceSource source) throws DeviceException {
    List<String> all = new ArrayList<>();
    int count =
        source.power().readKept((nanos, value) -> all.add((nanos - EPOCH) / MILLI + " " + value));
    assertThat(count).isEqualTo(all.size());
    return all;
  }

  /** Fails where nothing is read of a GPU whose driver keeps no readings any more. */
  @Test
  void aBufferThatStandsStillIsHelpedByAskingThePowerItself() throws Exception {
    long base = EPOCH / 1_000;
    String script =
        TestGpus.H100
            + "samples.0 @0 %d 90000\n".formatted(base)
            + "samples.0 @2000 %d 91000\n".formatted(base + 1_150_000)
            + "samples.0 @2000 %d 92000\n".formatted(base + 1_990_000);
    DeviceSource source = open(script, Map.of("signal", "samples"));
    assertThat(source.power().signal().pollPeriodNanos()).isEqualTo(100 * MILLI);

    List<String> all = new ArrayList<>();
    for (int millis : new int[] {0, 500, 999, 1_000, 1_200, 2_000, 2_500, 3_000}) {
      fake.setMillis(millis);
      nowNanos.set(EPOCH + millis * MILLI);
      all.addAll(kept(source));
    }

    assertThat(all)
        .containsExactly("0 90000", "1000 100000", "1200 100000", "1990 92000", "3000 100000");
  }

  @Test
  void samplesOfALifeBeforeALossAreForgotten() throws Exception {
    long base = EPOCH / 1_000;
    String script =
        TestGpus.H100
            + "samples.0 @0 %d 90000\n".formatted(base)
            + "* @100 error 15\n* @200 ok\n"
            + "samples.0 @200 500000 95000\nsamples.0 @200 600000 96000\n";
    DeviceSource source = open(script, Map.of("signal", "samples"));
    assertThat(kept(source)).hasSize(1);
    fake.setMillis(100);
    assertThatThrownBy(() -> kept(source)).isInstanceOf(DeviceException.class);
    fake.setMillis(200);
    nowNanos.addAndGet(200 * MILLI);

    List<String> after = kept(source);

    assertThat(after).hasSize(1);
  }
}
