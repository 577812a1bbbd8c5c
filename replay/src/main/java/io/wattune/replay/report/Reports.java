package io.wattune.replay.report;

import io.wattune.core.sensor.SensorProfile;
import io.wattune.report.ReportJson;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reports that go to standard output. */
public final class Reports {
  private Reports() {}

  /** The report for people; {@code folder} is where the files are, when there are any. */
  public static String text(ReplayResult result, @Nullable Path folder) {
    return TextReport.of(result, folder);
  }

  /** The report for programs: one JSON object. */
  public static String json(ReplayResult result) {
    return ReportJson.pretty(JsonReport.of(result));
  }

  /** What is known of a device's sensor, in words, line by line. */
  public static List<String> sensorWords(DeviceResult device) {
    return sensorWords(device.profile());
  }

  /** A sensor profile in words, line by line. */
  public static List<String> sensorWords(SensorProfile profile) {
    return SensorText.of(profile);
  }
}
