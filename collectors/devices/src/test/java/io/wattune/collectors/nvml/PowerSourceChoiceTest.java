package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.core.device.Signal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the driver's buffer is chosen by itself: where it gives more of the same, only. */
class PowerSourceChoiceTest {
  private final DriverBufferScript script = new DriverBufferScript();
  private FakeNvml fake;
  private GpuTime time;

  private PowerSourceChoice verdict(PowerChoice wished) throws NvmlException {
    play();
    fake.init();
    long gpu = fake.device(0);
    return PowerSourceChoice.of(fake, gpu, PowerOffer.of(fake, gpu), wished, time);
  }

  private void play() {
    fake = new FakeNvml(script.text());
    fake.setMillis(0);
    time = DriverBufferScript.time(fake::setMillis);
  }

  private void staysPolled(String why) throws NvmlException {
    PowerSourceChoice verdict = verdict(PowerChoice.AUTO);

    assertThat(verdict.choice()).isEqualTo(PowerChoice.INSTANT);
    assertThat(verdict.reason()).startsWith("'instant' is read").contains(why);
    assertThat(time.nanos()).isLessThanOrEqualTo(DriverBufferCheck.MOST_NANOS);
  }

  @Test
  void moreReadingsOfTheSameSensorAreTaken() throws Exception {
    PowerSourceChoice verdict = verdict(PowerChoice.AUTO);

    assertThat(verdict.choice()).isEqualTo(PowerChoice.SAMPLES);
    assertThat(verdict.reason())
        .isEqualTo(
            "'samples' is read; of the driver's buffer ('samples'): it has a new value every 20 ms,"
                + " polls see one every 100 ms or more, and the values are the same");
    assertThat(time.nanos()).isLessThanOrEqualTo(DriverBufferCheck.MOST_NANOS);
  }

  @Test
  void theListSaysSoAndTheAgentReadsThem() throws Exception {
    play();
    NvidiaKind kind = TestGpus.kind(() -> fake, Path.of("no-such-folder"), time);

    FoundDevice found = kind.find().devices().get(0);
    DeviceSource source =
        kind.openSource(TestGpus.settings(Map.of()), () -> 1_700_000_000_000_000_000L);

    assertThat(found.signals()).extracting(Signal::name).startsWith("power.samples");
    assertThat(found.settings()).isEqualTo(Map.of("signal", "samples"));
    assertThat(found.findings())
        .extracting(Finding::what)
        .anySatisfy(what -> assertThat(what).contains("'samples' is read", "every 20 ms"));
    assertThat(source.power().signal().name()).isEqualTo("power.samples");
    assertThat(source.power().keepsReadings()).isTrue();
  }

  @Test
  void aSignalThatIsNamedIsNotLookedAt() throws Exception {
    assertThat(verdict(PowerChoice.INSTANT))
        .isEqualTo(new PowerSourceChoice(PowerChoice.INSTANT, ""));
    assertThat(fake.calls(0, "samples.0")).as("is it there").isEqualTo(1);
  }

  @Test
  void anAverageIsNot() throws Exception {
    script.keptValue = millis -> script.sensor.applyAsLong(millis) - 400;

    staysPolled("of another sensor, or an average");
  }

  @Test
  void asManyReadingsAreNot() throws Exception {
    script.keptMillis = 100;

    staysPolled("it has a new value every 100 ms, polls see one every 100 ms");
  }

  /** Its times are five times as dense as its values. */
  @Test
  void theSameValueAgainAndAgainIsNoReadingMore() throws Exception {
    script.keptValue = millis -> script.sensor.applyAsLong(Math.floorDiv(millis, 100) * 100);

    staysPolled("it has a new value every 100 ms");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 10_000})
  void timesThatDoNotGoOnAsTheClockDoesAreNot(long microsPerMilli) throws Exception {
    script.keptMicros =
        millis ->
            1_700_000_000_000_000L
                + Math.min(millis, 0) * 1_000
                + Math.max(millis, 0) * microsPerMilli;

    staysPolled(microsPerMilli == 0 ? "its times cannot be used" : "its ");
  }

  @Test
  void twoReadingsOfOneTimeAreNot() throws Exception {
    script.keptMicros = millis -> 1_700_000_000_000_000L + Math.floorDiv(millis, 40) * 40_000;

    staysPolled("its times cannot be used");
  }

  @Test
  void aGpuAtRestTellsNothing() throws Exception {
    script.sensor = millis -> 71_003;

    staysPolled("did not change enough");
  }

  @Test
  void wholeWattsMayBeThoseOfTwoSensors() throws Exception {
    script.sensor = millis -> 100_000 + 1_000 * (millis / DriverBufferScript.PERIOD_MILLIS);

    staysPolled("did not change enough");
  }

  @Test
  void anEmptyBufferIsNot() throws Exception {
    script.more = "samples.0 @0 error 21\n";

    staysPolled("could not be looked at");
  }

  @Test
  void aBufferThatFailsIsNot() throws Exception {
    script.more = "samples.0 #3 error 999\n";

    staysPolled("could not be looked at: nvmlDeviceGetSamples");
  }

  @Test
  void aGpuThatIsLostMeanwhileIsSaidToBe() {
    script.more = "* @40 error 15\n";

    assertThatThrownBy(() -> verdict(PowerChoice.AUTO)).isInstanceOf(NvmlException.class);
  }
}
