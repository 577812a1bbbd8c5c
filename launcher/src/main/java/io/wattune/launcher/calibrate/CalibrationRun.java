package io.wattune.launcher.calibrate;

import io.wattune.collectors.file.DeviceTrace;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.TraceCalibrator;
import io.wattune.launcher.progress.Progress;
import io.wattune.launcher.replay.ReplayInput;
import java.util.ArrayList;
import java.util.List;

/** Puts the readings of each device through the calibrator. */
final class CalibrationRun {
  private static final int POLLS_PER_STEP = 65_536;

  private CalibrationRun() {}

  static List<Calibrated> of(ReplayInput input, Progress progress) {
    progress.begin("calibrate", input.polls());
    List<Calibrated> all = new ArrayList<>();
    long done = 0;
    for (DeviceTrace trace : input.traces()) {
      var calibrator =
          new TraceCalibrator(ProfileChoice.prior(trace.device(), trace.signal()), trace.unit());
      for (int i = 0; i < trace.polls(); i++) {
        calibrator.accept(trace.timesNanos()[i], trace.values()[i]);
        if (++done % POLLS_PER_STEP == 0) {
          progress.reached(done);
        }
      }
      all.add(
          new Calibrated(
              trace, calibrator.profile(), calibrator.counts(), calibrator.edges(), input.meter()));
    }
    progress.reached(done);
    return all;
  }
}
