package io.wattune.collectors.local;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.TimeSource;
import io.wattune.collectors.process.ReportedProcesses;
import io.wattune.collectors.procfs.ProcTable;
import io.wattune.collectors.rocprofiler.RocprofilerCounters;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text of docs/reference/activities.md: keys from the code, answers from a run of it. */
final class ActivitiesPage {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_790_000_000L * SECOND;

  /**
   * What stands of a key of a line.
   *
   * @param value what it may be
   * @param initial what holds without it
   * @param meaning what it is for
   */
  private record KeyText(String value, String initial, String meaning) {}

  private static final Map<LineKey, KeyText> KEYS = new EnumMap<>(LineKey.class);

  static {
    KEYS.put(LineKey.DO, new KeyText("text", "needed", "What is asked for."));
    KEYS.put(
        LineKey.ID,
        new KeyText(
            "text",
            "needed",
            "The activity's id, made up by the program; unique on the node while the activity is open,"
                + " and better for ever: energy is booked under it."));
    KEYS.put(LineKey.NAME, new KeyText("text", "needed", "What runs, for people."));
    KEYS.put(
        LineKey.LEVEL,
        new KeyText(
            "`job`, `process`, `kernel`, `request`, `span`",
            "`job`",
            "Activities of one level share a device's energy while they overlap; a `span` never shares."));
    KEYS.put(
        LineKey.DEVICES,
        new KeyText(
            "list of texts",
            "all of the node but its own meter",
            "Uuids or device ids of the devices that it runs on."));
    KEYS.put(LineKey.PARENT, new KeyText("text", "none", "Id of the activity that it is part of."));
    KEYS.put(
        LineKey.LABELS,
        new KeyText(
            "object of texts",
            "none",
            "Whose it is: `job`, `user`, `process`, `kernel` or any other. Where the socket shows who"
                + " asks, `user` is that name."));
    KEYS.put(
        LineKey.WEIGHT,
        new KeyText(
            "number, at least 0", "none", "Its weight against those that it overlaps with."));
    KEYS.put(
        LineKey.PID,
        new KeyText(
            "whole number",
            "none",
            "Number of the process that reports. While it has activities of level `process` open on a"
                + " device, that process and those that it has started are no activities of their own"
                + " there, as which the device lists them: a program does not share with itself."));
    KEYS.put(
        LineKey.PID_START,
        new KeyText(
            "whole number",
            "none",
            "When that process started, field 22 of `/proc/self/stat`: needed from within a container,"
                + " where processes have other numbers."));
    KEYS.put(
        LineKey.UNTIL_CLOSED,
        new KeyText(
            "true or false",
            "false",
            "Whether it ends when the connection does, so that a program that is killed does not run for"
                + " ever."));
    KEYS.put(
        LineKey.AT,
        new KeyText(
            "whole number", "now, by the agent's clock", "When: nanoseconds since 1970, UTC."));
    KEYS.put(
        LineKey.FROM,
        new KeyText("whole number", "needed", "Its start: nanoseconds since 1970, UTC."));
    KEYS.put(
        LineKey.TO,
        new KeyText("whole number", "now, by the agent's clock", "Its end, after its start."));
    KEYS.put(
        LineKey.WORK,
        new KeyText(
            "number, 0..1e100",
            "none",
            "Work that it delivered, in the program's own unit; divided equally where it ran on several"
                + " devices. In a `work` line what it delivered since the report before, or its start."));
    KEYS.put(
        LineKey.TOTAL,
        new KeyText(
            "number, 0..1e100",
            "none",
            "In place of `work`: a count of all work. The first one, and one that is lower than the one"
                + " before, begins the counting, and says nothing of the time before."));
    KEYS.put(
        LineKey.SIGNAL,
        new KeyText(
            "`program`, `progress`",
            "`program`",
            "Who counts the work: the program itself, or somebody who reads its progress lines."));
    KEYS.put(
        LineKey.COUNTERS,
        new KeyText(
            "list of objects",
            "none",
            "Counters of the activity, each `{\"counter\": ID, \"unit\": UNIT, \"kind\": KIND, \"value\":"
                + " NUMBER}`; for an activity on one device."));
    KEYS.put(
        LineKey.ROCPROFILER,
        new KeyText(
            "object of numbers",
            "none",
            "Counters of the activity by the names and in the units of AMD's profiler: "
                + String.join(", ", RocprofilerCounters.names())
                + "."));
    KEYS.put(
        LineKey.ANSWER,
        new KeyText(
            "`settled`, `final`, `none`",
            "`settled`",
            "When to answer: once the energy has settled, which later readings may still change a"
                + " little; once nothing can change it; or at once, without energy."));
    KEYS.put(
        LineKey.WAIT,
        new KeyText(
            "whole number, 0..120000",
            "10000, for `final` 60000",
            "Longest time to wait for the energy; then the answer says why it has none."));
  }

  private static final Map<RequestType, String> REQUESTS =
      Map.of(
          RequestType.START, "An activity starts. Answered at once.",
          RequestType.END,
              "It ends. Answered when its energy has settled, or at once where asked so.",
          RequestType.ACTIVITY, "It started and ended: both in one line. Answered as an end.",
          RequestType.WORK,
              "Work of an activity that is open, since its start or the report before. Answered at once.",
          RequestType.DEVICES, "Which devices the agent has. Answered at once.");

  /** Every field of an answer. */
  static final Map<String, String> FIELDS = new LinkedHashMap<>();

  static {
    FIELDS.put("ok", "Whether the line was done.");
    FIELDS.put("do", "What the line asked for; absent where that could not be read.");
    FIELDS.put("id", "The activity's id; absent where there is none.");
    FIELDS.put("error", "What is wrong and what would be right, where `ok` is false.");
    FIELDS.put("node", "The node's name, to `devices`.");
    FIELDS.put("startNanos", "Start of the activity, epoch nanoseconds.");
    FIELDS.put("endNanos", "Its end.");
    FIELDS.put(
        "complete",
        "Whether every device has an energy; where not, the sum is of those that have, and its"
            + " quality at best `GAP`.");
    FIELDS.put(
        "provisional",
        "Whether readings or activities that come later may still change it. The `energy` topic has"
            + " the last word.");
    FIELDS.put("joules", "Energy, in joules, to the microjoule; null where it is not known.");
    FIELDS.put(
        "standardErrorJoules",
        "Its standard error, everything included. Of a sum the devices' errors are taken as"
            + " independent.");
    FIELDS.put("quality", "Worst quality of what went in: `MEASURED` to `INVALID`.");
    FIELDS.put(
        "coverage", "Share of the time that the sensors saw, 0..1; of a sum the devices' mean.");
    FIELDS.put("devices", "Each device; of a `start` and of `devices` only their ids.");
    FIELDS.put("device", "Device id.");
    FIELDS.put("reason", "Why a device has no energy.");
    FIELDS.put(
        "share", "Part of the time that was this activity's, 0..1; 1 where nothing competed.");
    FIELDS.put(
        "readingsJoules",
        "Energy by the readings alone, where `joules` is by the device's own energy counter, which"
            + " knew it better.");
    FIELDS.put("profile", "Id of the sensor profile with which the readings were corrected.");
  }

  private final StringBuilder page = new StringBuilder();
  private long passed;
  private final AgentClock clock =
      new AgentClock(
          new TimeSource() {
            @Override
            public long monotonicNanos() {
              return passed;
            }

            @Override
            public long wallNanos() {
              return START + passed;
            }
          });
  private final LocalCounts counts = new LocalCounts();
  private final NodeBooks books =
      new NodeBooks(List.of("n1/GPU-1", "n1/GPU-2"), ProfileChoice.AUTO, counts, () -> {});
  private final ActivityService service =
      new ActivityService(
          "n1",
          books,
          clock,
          (topic, key, value) -> {},
          new ReportedProcesses(ProcTable.system()),
          counts);
  private long sequence;

  private ActivitiesPage() {}

  static String of() {
    var page = new ActivitiesPage();
    page.head();
    page.keys();
    page.answers();
    page.example();
    page.work();
    page.limits();
    page.folder();
    return page.page.toString();
  }

  private void head() {
    lines(
        "# Activities from programs",
        "",
        "Generated from the keys and from a run of the code. To refresh:",
        "`" + ActivitiesPageTest.REFRESH + "`",
        "",
        "What a program says to the agent of its machine, and what it is answered. `wattune run` and",
        "`clients/python/wattune.py` speak it; docs/measuring.md shows how to use them.",
        "",
        "The agent listens at a Unix stream socket: `activities.sock` in the node's state folder, or",
        "where the node's file says (node-file.md, `activities`). The file has the mode `rw-rw----`:",
        "the agent's user and the group may connect. Both sides send lines: one JSON object in UTF-8,",
        "ended by a line feed (byte 0x0A; a carriage return before it is ignored, and so is an empty",
        "line). Every line gets exactly one line of answer; answers may come in another order than",
        "their lines, and say by `do` and `id` what they answer.",
        "",
        "A line is read strictly: an unknown or repeated key, a wrong type or range is an error. A",
        "line with an error does nothing, is answered with `\"ok\":false` and all that is wrong with",
        "it, and is counted; the connection goes on.");
  }

  private void keys() {
    lines("", "## Lines", "", "| `do` | meaning | keys |", "|---|---|---|");
    for (RequestType ask : RequestType.values()) {
      lines(
          "| `"
              + ask.label()
              + "` | "
              + REQUESTS.get(ask)
              + " | `"
              + String.join("`, `", LineKey.of(ask))
              + "` |");
    }
    lines("", "| key | value | without it | meaning |", "|---|---|---|---|");
    for (LineKey key : LineKey.values()) {
      KeyText text = KEYS.get(key);
      lines(
          "| `"
              + key.label()
              + "` | "
              + text.value()
              + " | "
              + text.initial()
              + " | "
              + text.meaning()
              + " |");
    }
    lines(
        "",
        "A text has 1 to "
            + LineFields.MOST_TEXT
            + " characters and none that controls. `null` counts as not given. Units and kinds of",
        "counters are those of the `counters` topic (topics.md): COUNT, FRACTION, BYTES, SECONDS,",
        "HERTZ, JOULES, WATTS, CELSIUS, WORK; INCREASE, MEAN, LAST; COUNT and INCREASE unless given.");
  }

  private void answers() {
    lines("", "## Answers", "", "| field | meaning |", "|---|---|");
    FIELDS.forEach((field, meaning) -> lines("| `" + field + "` | " + meaning + " |"));
    lines(
        "",
        "Energy is answered when it has settled: half a second and two windows of the sensor's",
        "average after the end, plus up to a quarter of a second. It is the energy of the agent's own",
        "ledger, which begins with the first activity after a time without any, and knows the readings",
        "of the 10 s before. It learns the sensor as the cluster's ledger does; until then quality is",
        "`ESTIMATED`, with a standard error of some per cent. An hour after the last activity it rests,",
        "and forgets what it has learned.");
  }

  private void example() {
    lines("", "## Example", "", "`>` is sent, `<` is answered.", "", "```");
    say("{\"do\":\"devices\"}");
    say(
        "{\"do\":\"start\",\"id\":\"e7a1\",\"name\":\"train\",\"devices\":[\"GPU-1\"],"
            + "\"labels\":{\"job\":\"17\"},\"untilClosed\":true}");
    poll(2);
    say("{\"do\":\"work\",\"id\":\"e7a1\",\"work\":64}");
    say("{\"do\":\"end\",\"id\":\"e7a1\",\"work\":128}");
    poll(1);
    say("{\"do\":\"start\",\"id\":\"e7a2\",\"nmae\":\"train\"}");
    say(
        "{\"do\":\"activity\",\"id\":\"e7a3\",\"name\":\"before\",\"startNanos\":"
            + START
            + ",\"endNanos\":"
            + (START + SECOND)
            + ",\"waitMillis\":0}");
    lines("```");
  }

  private void work() {
    lines(
        "",
        "## Work",
        "",
        "The controller tunes by the work that a program delivers per second. It learns of it from the",
        "`work` of an `end` or `activity` line, of which the activity's start and end are the time, or",
        "from `work` lines while an activity is open, each of which covers the time since the report",
        "before. Each becomes a record of the topic `counters` on each device, with the activity's",
        "level and name, its counters, and `workSignal` `PROGRAM` (`PROGRESS` where a `work` line says",
        "so); a `span` has none. Where `work` lines came before, the `work` of an end is that of the",
        "whole activity, and what was not reported yet is the last record. A program whose unit of",
        "work changes should change the activity's name with it: rates are compared by name.",
        "",
        "Pieces may be short, a thousand a second: those of one connection, name, level and device are",
        "put together until they last "
            + WorkReadings.SHORTEST_NANOS / 1_000_000
            + " ms, so they make about ten records a second. Such a record",
        "ends earlier after "
            + WorkReadings.LONGEST_PAUSE_NANOS / 1_000_000
            + " ms without work, "
            + WorkReadings.LONGEST_WAIT_NANOS / 1_000_000
            + " ms after its newest piece came, with the",
        "connection, and where a piece of another name follows and it is "
            + WorkReadings.SHORTEST_OF_USE_NANOS / 1_000_000
            + " ms long. Names that",
        "take turns faster have records that overlap, each with its own work and the time of all. Of",
        "records that are being put together there are at most "
            + WorkReadings.MOST_OPEN
            + "; the oldest goes early then.",
        "Work of an activity that has counters of its own is not put together with others.");
  }

  private void limits() {
    lines(
        "",
        "## Rules and limits",
        "",
        "- Activities of one level share the energy of a device while they overlap, by the rules of",
        "  the ledger; those of different levels do not, and a `span` never does.",
        "- An activity that was started with `untilClosed` ends when its connection does, at the moment",
        "  at which the agent sees it. One that was not may be ended by any connection of the same user",
        "  (or of root). When the agent ends, all end; where it was killed, its next life ends them, at",
        "  the moment at which the earlier one was last there.",
        "- The label `user` is the one whom the kernel names, where the system tells (`SO_PEERCRED`).",
        "  What root says of another user is believed, as of a file of root's in the drop folder: a",
        "  scheduler's prolog speaks for the job's user.",
        "- All other labels (`job`, `account`), the devices and the weight are what the program says. Nobody",
        "  checks them: a bill goes by `user`, or by a job that the scheduler reports itself. A weight moves",
        "  energy only between activities that overlap on the same device.",
        "- Times may be at most 1 s ahead of the agent's clock.",
        "- A line has at most "
            + LineBuffer.LONGEST_LINE
            + " bytes with its end; "
            + LineFields.MOST_LABELS
            + " labels; "
            + LineFields.MOST_ITEMS
            + " devices. A longer one is passed over.",
        "- "
            + SocketLoop.MOST_CONNECTIONS
            + " connections at a time, "
            + UserQuota.MOST_CONNECTIONS_EACH
            + " of one user; "
            + UserQuota.MOST_ACTIVITIES_A_MINUTE
            + " new activities of one user in a minute; "
            + ActivityService.MOST_OPEN
            + " open activities of all programs together, "
            + ActivityService.MOST_OPEN_EACH
            + " of one user.",
        "- Of a device "
            + DeviceBook.MOST_FOLLOWED
            + " activities are followed that are not final, that is a hundred a second; further ones",
        "  are on the topic and have no joules here.",
        "- With "
            + ProgramConnection.MOST_UNREAD
            + " bytes of answers unread no more lines of a connection are read; with "
            + ProgramConnection.MOST_KEPT,
        "  it is closed.",
        "- A program that only stops sending (`shutdown`) is still answered before the connection is",
        "  closed; a last line without its end is not taken.",
        "- Activities and counters go to the topics as a device's own do, through the agent's spool:",
        "  the broker may be away.");
  }

  private void folder() {
    lines(
        "",
        "## The drop folder",
        "",
        "Where the node's file names one, the agent looks into it once a second. A file `NAME.jsonl`,",
        "at most "
            + DropFolder.LONGEST_FILE
            + " bytes, is renamed to `NAME.taken` and its lines are done; when all have been",
        "answered, `NAME.answers` has the answers and `NAME.taken` goes. So write under another name,",
        "and rename it when it is whole. The label `user` is the file's owner. What is no plain file,",
        "or cannot be read by the agent's user, becomes `NAME.refused`. Where something of another user's",
        "file lies under `NAME` already, it is `NAME.USER` instead. Answers are kept for a day. A",
        "`NAME.taken` that stays was being done when an agent died; it is not done again.");
  }

  private void say(String line) {
    var caller = new SentLines();
    lines("> " + line);
    service.line(caller, line);
    service.work();
    poll(caller.isEmpty() ? 1 : 0);
    caller.lines().forEach(answer -> lines("< " + answer));
  }

  private void poll(int seconds) {
    for (int i = 0; i < 10 * seconds; i++) {
      for (String device : books.devices()) {
        long[] times = new long[10];
        int[] values = new int[10];
        for (int j = 0; j < 10; j++) {
          times[j] = START + passed + j * 10_000_000L;
          values[j] = 240_000;
        }
        books.polled(
            new PollBlock(
                device, sequence, "power.draw", PowerUnit.MILLIWATTS, times, values, false));
      }
      sequence++;
      passed += SECOND / 10;
      service.work();
    }
  }

  private void lines(String... lines) {
    for (String line : lines) {
      page.append(line).append('\n');
    }
  }
}
