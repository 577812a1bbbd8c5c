package io.wattune.replay.calibration;

import io.wattune.core.sensor.TraceCalibrator;
import io.wattune.replay.ReplayInput;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.report.progress.Progress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the readings of each device through the calibrator. */
public final class CalibrationRun {
  private static final int POLLS_PER_STEP = 65_536;

  private CalibrationRun() {}

  /**
   * Calibrates the sensor of each device.
   *
   * @param model the model of all devices; null where the recording says it, if it does
   */
  public static List<SensorCalibration> of(
      ReplayInput input, @Nullable String model, Progress progress) {
    progress.begin("calibrate", input.polls());
    List<SensorCalibration> all = new ArrayList<>();
    long done = 0;
    for (DeviceTrace trace : input.traces()) {
      Prior prior = Prior.of(trace, model == null ? trace.model() : model);
      var calibrator = new TraceCalibrator(prior.profile(), trace.unit());
      for (int i = 0; i < trace.polls(); i++) {
        calibrator.accept(trace.timesNanos()[i], trace.values()[i]);
        if (++done % POLLS_PER_STEP == 0) {
          progress.reached(done);
        }
      }
      all.add(
          new SensorCalibration(
              trace,
              prior,
              calibrator.profile(),
              calibrator.counts(),
              calibrator.edges(),
              input.meter(),
              null));
    }
    progress.reached(done);
    return all;
  }
}
