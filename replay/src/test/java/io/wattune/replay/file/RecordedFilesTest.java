package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.meter.Interval;
import io.wattune.core.meter.MeterFit;
import io.wattune.core.meter.MeterFitResult;
import io.wattune.core.meter.MeterFitter;
import io.wattune.core.meter.MeterTrace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The readers on recordings of real cards. */
final class RecordedFilesTest {
  private static final String FOLDER = "gpu-sensor-vs-meter/";

  private static ReadFile<List<DeviceTrace>> gpu(String folder) throws Exception {
    Path file = TestFiles.recorded(FOLDER + folder + "/gpudata.csv");
    try (var in = Inputs.open(file)) {
      return NvidiaSmiCsv.read(in, "gpudata.csv", TestFiles.zone("Europe/London"), bytes -> {});
    }
  }

  @ParameterizedTest
  @CsvSource({
    "k40m-step, power.draw, 2110, 1689268532351000000, 1689268548612000000, 60160, 61000",
    "a5000-step, power.draw.instant, 2383, 1689839440403000000, 1689839456636000000, 77790, 78840",
    "rtx3090-square, power.draw.instant, 1690, 1688840907236000000, 1688840919562000000, 126800,"
        + " 128230"
  })
  void readsEveryRow(
      String folder, String signal, int polls, long first, long last, int firstValue, int lastValue)
      throws Exception {
    ReadFile<List<DeviceTrace>> file = gpu(folder);

    assertThat(file.malformedLines()).isZero();
    assertThat(file.notes()).isEmpty();
    assertThat(file.lines()).isEqualTo(polls + 1);
    DeviceTrace trace = file.content().get(0);
    assertThat(trace.signal()).isEqualTo(signal);
    assertThat(trace.polls()).isEqualTo(polls);
    assertThat(trace.timesNanos()).startsWith(first).endsWith(last);
    assertThat(trace.values()).startsWith(firstValue).endsWith(lastValue);
  }

  /** The published sums; their last digit is 10 mJ, so half of it may be rounding. */
  @ParameterizedTest
  @CsvSource({"k40m-step, 595.15", "a5000-step, 1316.83", "rtx3090-square, 1699.71"})
  void meterEnergyInTheActivitiesIsThePublishedOne(String folder, double joules) throws Exception {
    Path meterPath = TestFiles.recorded(FOLDER + folder + "/meter.csv");
    Path activityPath = TestFiles.recorded(FOLDER + folder + "/activity.csv");
    ReadFile<MeterTrace> meter;
    ReadFile<List<ActivityRow>> activities;
    try (var in = Inputs.open(meterPath)) {
      meter = MeterCsv.read(in, "meter.csv");
    }
    try (var in = Inputs.open(activityPath)) {
      activities = ActivityCsv.read(in, "activity.csv");
    }

    double sum = 0;
    for (ActivityRow row : activities.content()) {
      sum += meter.content().energyJoules(row.startNanos(), row.endNanos());
    }

    assertThat(meter.malformedLines()).isZero();
    assertThat(sum).isCloseTo(joules, within(0.006));
  }

  /**
   * The published plateaus give 0.9736 and -0.4 W for the K40m, 1.0586 and 2.6 W for the A5000.
   * Other bounds move each plateau by up to 0.5 %: 0.3 W and 0.5 W, or 0.42 W and 1.1 W.
   */
  @ParameterizedTest
  @CsvSource({
    "k40m-step, 58.19, 60.16, 100.26, 103.37",
    "a5000-step, 84.34, 77.24, 221.43, 206.75"
  })
  void plateausGiveGainAndOffset(
      String folder, double idle, double idleSensor, double loaded, double loadedSensor)
      throws Exception {
    MeterFit fit = (MeterFit) fit(folder);

    assertThat(fit.kind()).isEqualTo(MeterFit.Kind.GAIN_AND_OFFSET);
    assertThat(fit.gain() * idleSensor + fit.offsetWatts()).isCloseTo(idle, within(0.005 * idle));
    assertThat(fit.gain() * loadedSensor + fit.offsetWatts())
        .isCloseTo(loaded, within(0.005 * loaded));
    assertThat(fit.lowSensorWatts()).isCloseTo(idleSensor, within(0.005 * idleSensor));
    assertThat(fit.highSensorWatts()).isCloseTo(loadedSensor, within(0.005 * loadedSensor));
  }

  @Test
  void shortLoadsGiveAGainOnly() throws Exception {
    MeterFit fit = (MeterFit) fit("rtx3090-square");

    assertThat(fit.kind()).isEqualTo(MeterFit.Kind.GAIN_ONLY);
    assertThat(fit.sentence()).contains("one plateau");
  }

  private static MeterFitResult fit(String folder) throws Exception {
    DeviceTrace trace = gpu(folder).content().get(0);
    Path meterPath = TestFiles.recorded(FOLDER + folder + "/meter.csv");
    Path activityPath = TestFiles.recorded(FOLDER + folder + "/activity.csv");
    try (var meter = Inputs.open(meterPath);
        var activity = Inputs.open(activityPath)) {
      var intervals =
          ActivityCsv.read(activity, "activity.csv").content().stream()
              .map(row -> new Interval(row.startNanos(), row.endNanos()))
              .toList();
      return MeterFitter.fit(
          MeterCsv.read(meter, "meter.csv").content(),
          trace.timesNanos(),
          trace.values(),
          trace.unit(),
          intervals,
          2_000_000_000L);
    }
  }

  @Test
  void meterHasEveryReading() throws Exception {
    Path path = TestFiles.recorded(FOLDER + "k40m-step/meter.csv");
    try (var in = Inputs.open(path)) {
      assertThat(MeterCsv.read(in, "meter.csv").content().readings()).isEqualTo(67_015);
    }
  }
}
