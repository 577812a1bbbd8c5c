package io.wattune.http.metric;

import java.util.List;

/** What an agent tells of its devices and of its records. */
public final class AgentMetrics {
  /** The part. */
  public static final String PART = "agent";

  public static final Metric POLLS =
      perDevice("polls", "Polls of a device's power, those without an answer included.");
  public static final Metric POLLS_MISSING =
      perDevice(
          "polls_missing", "Polls without a value: none there, an error, or an answer too late.");
  public static final Metric FAILURES =
      perDevice("failures", "Questions that the device answered with an error.");
  public static final Metric HANGS =
      perDevice("hangs", "How often the device did not answer in time.");
  public static final Metric DEADLINES_MISSED =
      perDevice(
          "deadlines_missed",
          "Polls that were due and not made, since the one before took too long.");
  public static final Metric DEADLINES_BACKED_OFF =
      perDevice(
          "deadlines_backed_off",
          "Polls that were due and not made, since the device keeps failing.");
  public static final Metric COUNTERS_DROPPED =
      perDevice(
          "counters_dropped",
          "Counter readings of another source that were lost, since the device's power did not"
              + " answer for long.");
  public static final Metric DEVICE_ANSWERING =
      Metric.gauge(
          PART,
          "device_answering",
          "",
          "1 while the device answers as it should, 0 while it fails or hangs.",
          "node",
          "device");
  public static final Metric CLOCK_STEPS =
      perNode("clock_steps", "How often the wall clock was stepped.");
  public static final Metric BROKER_CONNECTED =
      Metric.gauge(
          PART, "broker_connected", "", "1 while records go to the broker, else 0.", "node");
  public static final Metric RECORDS_PUBLISHED =
      perNode("records_published", "Records that the agent has made.");
  public static final Metric RECORDS_RECOVERED =
      perNode("records_recovered", "Records that an earlier life's spool held.");
  public static final Metric RECORDS_CONFIRMED =
      perNode("records_confirmed", "Records that the broker has.");
  public static final Metric RECORDS_RESENT =
      perNode(
          "records_resent",
          "Records that were put back to be sent again; the broker may have them twice.");
  public static final Metric RECORDS_DROPPED =
      Metric.counter(
          PART,
          "records_dropped",
          "",
          "Records that were lost: queue or spool full, or refused by the broker.",
          "node",
          "topic");
  public static final Metric RECORDS_QUEUED =
      Metric.gauge(PART, "records_queued", "", "Records that wait in memory.", "node");
  public static final Metric RECORDS_UNCONFIRMED =
      Metric.gauge(
          PART, "records_unconfirmed", "", "Records that were sent and not confirmed.", "node");
  public static final Metric SPOOL_RECORDS =
      Metric.gauge(PART, "spool_records", "", "Records on disk that are to be sent.", "node");
  public static final Metric SPOOL_BYTES =
      Metric.gauge(PART, "spool", "bytes", "Size of the spool on disk.", "node");
  public static final Metric SPOOL_CUT_BYTES =
      Metric.counter(
          PART,
          "spool_cut",
          "bytes",
          "Bytes of an earlier life's spool that were no whole records.",
          "node");

  public static final Metric ACTIVITY_LINES =
      perNode("activity_lines", "Lines that programs sent to the socket or the drop folder.");
  public static final Metric ACTIVITY_LINES_REFUSED =
      perNode("activity_lines_refused", "Lines that were answered with an error.");
  public static final Metric ACTIVITIES_STARTED =
      perNode("activities_started", "Activities that programs started.");
  public static final Metric ACTIVITIES_CUT =
      perNode(
          "activities_cut", "Activities that ended with their connection, not by their program.");
  public static final Metric ACTIVITIES_OPEN =
      Metric.gauge(PART, "activities_open", "", "Activities that programs have open.", "node");
  public static final Metric ACTIVITY_ENERGIES =
      perNode("activity_energies", "Activities whose energy was answered.");
  public static final Metric ACTIVITY_ENERGIES_MISSING =
      perNode(
          "activity_energies_missing",
          "Activities whose energy, of one device at least, did not come in time.");
  public static final Metric ACTIVITY_CONNECTIONS_REFUSED =
      perNode(
          "activity_connections_refused",
          "Connections of programs that were not taken, or closed since nobody read.");
  public static final Metric ACTIVITY_FILES_REFUSED =
      perNode(
          "activity_files_refused", "Files of the drop folder that were too long, or no files.");
  public static final Metric ACTIVITY_READINGS_DROPPED =
      perNode(
          "activity_readings_dropped",
          "Readings that came faster than the agent's own ledgers took them.");
  public static final Metric WORK_READINGS =
      perNode("work_readings", "Counter readings with the work of programs that were published.");
  public static final Metric ACTIVITY_LEDGERS =
      Metric.gauge(
          PART, "activity_ledgers", "", "Devices whose energy the agent follows itself.", "node");

  public static final Metric SERVER_ANSWERING =
      Metric.gauge(
          PART,
          "server_answering",
          "",
          "Whether a server whose work is read answered last, with its metric: 1 or 0.",
          "node",
          "server");
  public static final Metric SERVER_PAGES =
      perServer("server_pages", "Pages of servers that were read.");
  public static final Metric SERVER_FAILURES =
      perServer("server_failures", "Questions to servers without a page, or without the metric.");
  public static final Metric SERVER_RESETS =
      perServer("server_resets", "Times that a server's count of work was set back.");
  public static final Metric SERVER_READINGS =
      perServer("server_readings", "Counter readings with the work of servers.");

  static final List<Metric> ALL =
      List.of(
          POLLS,
          POLLS_MISSING,
          FAILURES,
          HANGS,
          DEADLINES_MISSED,
          DEADLINES_BACKED_OFF,
          COUNTERS_DROPPED,
          DEVICE_ANSWERING,
          CLOCK_STEPS,
          BROKER_CONNECTED,
          RECORDS_PUBLISHED,
          RECORDS_RECOVERED,
          RECORDS_CONFIRMED,
          RECORDS_RESENT,
          RECORDS_DROPPED,
          RECORDS_QUEUED,
          RECORDS_UNCONFIRMED,
          SPOOL_RECORDS,
          SPOOL_BYTES,
          SPOOL_CUT_BYTES,
          ACTIVITY_LINES,
          ACTIVITY_LINES_REFUSED,
          ACTIVITIES_STARTED,
          ACTIVITIES_CUT,
          ACTIVITIES_OPEN,
          ACTIVITY_ENERGIES,
          ACTIVITY_ENERGIES_MISSING,
          ACTIVITY_CONNECTIONS_REFUSED,
          ACTIVITY_FILES_REFUSED,
          ACTIVITY_READINGS_DROPPED,
          WORK_READINGS,
          ACTIVITY_LEDGERS,
          SERVER_ANSWERING,
          SERVER_PAGES,
          SERVER_FAILURES,
          SERVER_RESETS,
          SERVER_READINGS);

  private AgentMetrics() {}

  private static Metric perDevice(String what, String sentence) {
    return Metric.counter(PART, what, "", sentence, "node", "device");
  }

  private static Metric perServer(String what, String sentence) {
    return Metric.counter(PART, what, "", sentence, "node", "server");
  }

  private static Metric perNode(String what, String sentence) {
    return Metric.counter(PART, what, "", sentence, "node");
  }
}
