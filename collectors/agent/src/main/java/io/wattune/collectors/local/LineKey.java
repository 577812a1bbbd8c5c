package io.wattune.collectors.local;

import io.wattune.collectors.rocprofiler.RocprofilerCounters;
import java.util.Arrays;
import java.util.List;

/** Every key of a line: of which lines, what it may be, what holds without it. */
enum LineKey {
  DO("do", "text", "needed", "What is asked for.", Lines.ALL),
  ID(
      "id",
      "text",
      "needed",
      "The activity's id, made up by the program; unique on the node while the activity is open,"
          + " and better for ever: energy is booked under it.",
      Lines.ABOUT_ONE),
  NAME("name", "text", "needed", "What runs, for people.", Lines.BEGINNING),
  LEVEL(
      "level",
      "`job`, `process`, `kernel`, `request`, `span`",
      "`job`",
      "Activities of one level share a device's energy while they overlap; a `span` never shares.",
      Lines.BEGINNING),
  DEVICES(
      "devices",
      "list of texts",
      "all of the node but its own meter",
      "Uuids or device ids of the devices that it runs on.",
      Lines.BEGINNING),
  PARENT("parent", "text", "none", "Id of the activity that it is part of.", Lines.BEGINNING),
  LABELS(
      "labels",
      "object of texts",
      "none",
      "Whose it is: `job`, `user`, `process`, `kernel` or any other. Where the socket shows who"
          + " asks, `user` is that name.",
      Lines.BEGINNING),
  WEIGHT(
      "weight",
      "number, at least 0",
      "none",
      "Its weight against those that it overlaps with.",
      Lines.BEGINNING),
  PID(
      "pid",
      "whole number",
      "none",
      "Number of the process that reports. While it has activities of level `process` open on a"
          + " device, that process and those that it has started are no activities of their own"
          + " there, as which the device lists them: a program does not share with itself.",
      Lines.BEGINNING),
  PID_START(
      "pidStart",
      "whole number",
      "none",
      "When that process started, field 22 of `/proc/self/stat`: needed from within a container,"
          + " where processes have other numbers.",
      Lines.BEGINNING),
  UNTIL_CLOSED(
      "untilClosed",
      "true or false",
      "false",
      "Whether it ends when the connection does, so that a program that is killed does not run for"
          + " ever.",
      Lines.START),
  AT(
      "atNanos",
      "whole number",
      "now, by the agent's clock",
      "When: nanoseconds since 1970, UTC.",
      Lines.TIMED),
  FROM(
      "startNanos",
      "whole number",
      "needed",
      "Its start: nanoseconds since 1970, UTC.",
      Lines.WHOLE),
  TO(
      "endNanos",
      "whole number",
      "now, by the agent's clock",
      "Its end, after its start.",
      Lines.WHOLE),
  WORK(
      "work",
      "number, 0..1e100",
      "none",
      "Work that it delivered, in the program's own unit; divided equally where it ran on several"
          + " devices. In a `work` line what it delivered since the report before, or its start.",
      Lines.WORKING),
  TOTAL(
      "total",
      "number, 0..1e100",
      "none",
      "In place of `work`: a count of all work. The first one, and one that is lower than the one"
          + " before, begins the counting, and says nothing of the time before.",
      Lines.WORK),
  SIGNAL(
      "signal",
      "`program`, `progress`",
      "`program`",
      "Who counts the work: the program itself, or somebody who reads its progress lines.",
      Lines.WORK),
  COUNTERS(
      "counters",
      "list of objects",
      "none",
      "Counters of the activity, each `{\"counter\": ID, \"unit\": UNIT, \"kind\": KIND, \"value\":"
          + " NUMBER}`; for an activity on one device.",
      Lines.ENDING),
  ROCPROFILER(
      "rocprofiler",
      "object of numbers",
      "none",
      "Counters of the activity by the names and in the units of AMD's profiler: "
          + String.join(", ", RocprofilerCounters.names())
          + ".",
      Lines.ENDING),
  ANSWER(
      "answer",
      "`settled`, `final`, `none`",
      "`settled`",
      "When to answer: once the energy has settled, which later readings may still change a"
          + " little; once nothing can change it; or at once, without energy.",
      Lines.ENDING),
  WAIT(
      "waitMillis",
      "whole number, 0..120000",
      "10000, for `final` 60000",
      "Longest time to wait for the energy; then the answer says why it has none.",
      Lines.ENDING);

  /** Which lines have a key. */
  private enum Lines {
    ALL,
    ABOUT_ONE,
    BEGINNING,
    ENDING,
    TIMED,
    START,
    WHOLE,
    WORKING,
    WORK;

    boolean has(RequestType ask) {
      return switch (this) {
        case ALL -> true;
        case ABOUT_ONE -> ask != RequestType.DEVICES;
        case BEGINNING -> ask == RequestType.START || ask == RequestType.ACTIVITY;
        case ENDING -> ask == RequestType.END || ask == RequestType.ACTIVITY;
        case TIMED -> ask == RequestType.START || ask == RequestType.END || ask == RequestType.WORK;
        case START -> ask == RequestType.START;
        case WHOLE -> ask == RequestType.ACTIVITY;
        case WORKING -> ENDING.has(ask) || ask == RequestType.WORK;
        case WORK -> ask == RequestType.WORK;
      };
    }
  }

  private final String label;
  private final String value;
  private final String initial;
  private final String meaning;
  private final Lines lines;

  LineKey(String label, String value, String initial, String meaning, Lines lines) {
    this.label = label;
    this.value = value;
    this.initial = initial;
    this.meaning = meaning;
    this.lines = lines;
  }

  String label() {
    return label;
  }

  /** What the value may be, for people. */
  String value() {
    return value;
  }

  /** What holds without it, for people. */
  String initial() {
    return initial;
  }

  String meaning() {
    return meaning;
  }

  boolean isOf(RequestType ask) {
    return lines.has(ask);
  }

  /** The keys that a line may have. */
  static List<String> of(RequestType ask) {
    return Arrays.stream(values()).filter(key -> key.isOf(ask)).map(LineKey::label).toList();
  }
}
