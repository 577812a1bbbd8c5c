package io.wattune.http.metric;

import java.util.List;

/** What an agent tells of the power and energy of its devices. */
public final class MeterMetrics {
  /** The part. */
  public static final String PART = AgentMetrics.PART;

  public static final Metric INFO =
      Metric.info(
          PART,
          "device",
          "Always 1; its labels say what the device is.",
          "node",
          "device",
          "model");
  public static final Metric POWER =
      gauge(
          "power",
          "watts",
          "Newest true power; absent where there is none, or none of the last 10 seconds.");
  public static final Metric POWER_ERROR =
      gauge("power_error", "watts", "Its standard error; errors of two devices may be common.");
  public static final Metric SENSOR =
      gauge("sensor", "watts", "What the sensor said at that time.");
  public static final Metric QUALITY =
      gauge(
          "power_quality",
          "",
          "Quality of the newest sample: 0 measured, 1 corrected, 2 estimated, 3 gap, 4 invalid.");
  public static final Metric AGE =
      gauge("power_age", "seconds", "Age of the newest sample, by the node's clock.");
  public static final Metric ENERGY =
      counter(
          "device_energy",
          "joules",
          "Energy since the agent began. It never falls: where a correction takes some away, it"
              + " stands until what comes makes up for it.",
          "node",
          "device");
  public static final Metric ENERGY_ERROR =
      gauge(
          "energy_error",
          "joules",
          "Standard error of that energy, without the last half minute, which may still change.");
  public static final Metric METERED =
      counter(
          "device_metered",
          "seconds",
          "Seconds that are in that energy and final, by their quality. Seconds without any reading"
              + " are in none, and their energy is in nothing.",
          "node",
          "device",
          "quality");
  public static final Metric CLOCK =
      gauge("clock", "hertz", "Clocks that the driver reports.", "clock");
  public static final Metric TEMPERATURE =
      gauge("temperature", "celsius", "Temperatures that the driver reports.", "sensor");
  public static final Metric REPORTED =
      gauge(
          "reported",
          "watts",
          "Powers that the driver reports beside the reading, such as the limit in force.",
          "counter");
  public static final Metric RATIO =
      gauge(
          "reported",
          "ratio",
          "Shares that the driver reports, 0 to 1, such as busy time.",
          "counter");
  public static final Metric USER_ENERGY =
      counter(
          "user_energy",
          "joules",
          "Energy of jobs that have ended, by the user that they name; (none) is what no job took,"
              + " (others) who came after the first 200 users. A job counts half a minute after its"
              + " end, all at once.",
          "node",
          "device",
          "user");
  public static final Metric JOB_ENERGY =
      Metric.gauge(
          PART,
          "job_energy",
          "joules",
          "Energy of a job that has ended, by its id. The last 20 of a device are shown, each from"
              + " half a minute after its end.",
          "node",
          "device",
          "activity",
          "user");
  public static final Metric UNMETERED =
      counter(
          "unmetered_readings",
          "",
          "Readings that came faster than they could be metered; what is published has them.",
          "node");

  static final List<Metric> ALL =
      List.of(
          INFO,
          POWER,
          POWER_ERROR,
          SENSOR,
          QUALITY,
          AGE,
          ENERGY,
          ENERGY_ERROR,
          METERED,
          CLOCK,
          TEMPERATURE,
          REPORTED,
          RATIO,
          USER_ENERGY,
          JOB_ENERGY,
          UNMETERED);

  private MeterMetrics() {}

  private static Metric counter(String what, String unit, String sentence, String... labels) {
    return Metric.counter(PART, what, unit, sentence, labels);
  }

  private static Metric gauge(String what, String unit, String sentence, String... more) {
    String[] labels = new String[more.length + 2];
    labels[0] = "node";
    labels[1] = "device";
    System.arraycopy(more, 0, labels, 2, more.length);
    return Metric.gauge(PART, "device_" + what, unit, sentence, labels);
  }
}
