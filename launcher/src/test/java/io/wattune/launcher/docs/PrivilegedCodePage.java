package io.wattune.launcher.docs;

import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** docs/reference/privileged-code.md: what there is to be read, in an order that makes sense. */
final class PrivilegedCodePage {
  /** Who reads to find faults reads about so many lines in an hour. */
  static final int LINES_IN_AN_HOUR = 600;

  private static final Path ROOT = Repository.root();

  /**
   * A part of the reading.
   *
   * @param packages below {@code io.wattune}; a name with a capital letter is one file
   */
  private record Part(String title, String what, List<String> packages) {}

  /** The first that fits has a file. */
  private static final List<Part> PARTS =
      List.of(
          new Part(
              "The door",
              "Who may speak to the setter, and what of it is understood; what both believe of the"
                  + " node's file. Everything that a writer which was broken into can send passes"
                  + " through here. The restorer has no door.",
              List.of(
                  "collectors.setter.SetterProcess",
                  "collectors.setter.RestorerProcess",
                  "collectors.setter.SetterSocket",
                  "collectors.setter.FrameChannel",
                  "collectors.setter.FrameInput",
                  "collectors.setter.FrameKind",
                  "collectors.setter.FrameException",
                  "collectors.setter.DecisionFrames",
                  "collectors.setter.SetupText")),
          new Part(
              "What is allowed",
              "The lease: bounds, epochs, sequences, leases, holds. Plain arithmetic; nothing in it can"
                  + " read, write or wait.",
              List.of("core.lease")),
          new Part(
              "What restores",
              "Journal, fence, locks, heartbeats, and restoring: in the setter, and in the restorer"
                  + " when the setter is gone.",
              List.of(
                  "collectors.journal",
                  "collectors.writer.Guardian",
                  "collectors.writer.GuardianStatus",
                  "collectors.writer.RestorerReport",
                  "collectors.writer.JournalRestorer",
                  "collectors.writer.NodeLock",
                  "collectors.writer.WriterLock",
                  "collectors.writer.Heartbeat",
                  "collectors.writer.BeatWatch",
                  "collectors.writer.Pulse",
                  "collectors.writer.ProcessIdentity",
                  "collectors.writer.NodeProcesses",
                  "collectors.writer.LifeStart",
                  "collectors.writer.DeviceRestorer",
                  "collectors.writer.OwnSettings")),
          new Part(
              "What sets",
              "A thread for each device, a lane for each control; read-back; what somebody else has set.",
              List.of("collectors.writer")),
          new Part(
              "What goes out, and what others leave in the folder",
              "Answers to the writer, the log, and what the agent says of what runs.",
              List.of("collectors.setter", "log", "collectors.running", "collectors.setup")),
          new Part(
              "Drivers",
              "NVIDIA's library, AMD's and the processors' files, as far as devices are opened to be"
                  + " set.",
              List.of(
                  "collectors.device",
                  "collectors.kinds",
                  "collectors.sysfs",
                  "collectors.powercap",
                  "collectors.amd",
                  "collectors.nvml",
                  "collectors.procfs",
                  "collectors.rocprofiler",
                  "collectors.slurm")),
          new Part(
              "Values",
              "Decisions, controls, names, readings: records without behaviour, mostly.",
              List.of("core")),
          new Part(
              "Stand-ins for devices",
              "Kind `simulated`. A file of registers is all that it sets; a real node's file names none.",
              List.of("collectors.simulated", "testbed")));

  private PrivilegedCodePage() {}

  /** Files in the order of the page, by part. */
  static Map<String, List<Path>> order(Map<String, Path> files) {
    Map<String, Path> left = new LinkedHashMap<>(files);
    Map<String, List<Path>> order = new LinkedHashMap<>();
    for (Part part : PARTS) {
      List<Path> own = new ArrayList<>();
      for (String each : part.packages()) {
        String prefix = "io.wattune." + each;
        left.entrySet()
            .removeIf(
                file -> {
                  boolean fits =
                      file.getKey().equals(prefix) || file.getKey().startsWith(prefix + ".");
                  return fits && own.add(file.getValue());
                });
      }
      if (own.isEmpty()) {
        throw new IllegalStateException("no file is in " + part.packages());
      }
      order.put(part.title(), own);
    }
    if (!left.isEmpty()) {
      throw new IllegalStateException("in no part of the page: " + left.keySet());
    }
    return order;
  }

  static String of(Map<String, Path> files) throws IOException {
    Map<String, List<Path>> order = order(files);
    var parts = new StringBuilder();
    var table = new StringBuilder("| part | files | lines | hours |\n|---|---|---|---|\n");
    int allLines = 0;
    for (Part part : PARTS) {
      int lines = 0;
      var rows = new StringBuilder("| file | lines |\n|---|---|\n");
      for (Path file : order.get(part.title())) {
        int own = PrivilegedCode.lines(file);
        lines += own;
        rows.append(row(file, own));
      }
      allLines += lines;
      table.append(summary(part.title(), order.get(part.title()).size(), lines));
      parts.append("\n## %s\n\n%s\n\n".formatted(part.title(), part.what())).append(rows);
    }
    table.append(summary("all", files.size(), allLines));
    return HEAD.formatted(PrivilegedCodePageTest.REFRESH, LINES_IN_AN_HOUR, table) + parts;
  }

  private static String summary(String title, int files, int lines) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %.1f |%n",
        title,
        files,
        lines,
        lines / (double) LINES_IN_AN_HOUR);
  }

  private static String row(Path file, int lines) {
    String path = ROOT.relativize(file).toString();
    String name = file.getFileName().toString().replace(".java", "");
    String module = path.substring(0, path.indexOf("/src/"));
    return "| [%s](../../%s) (`%s`) | %d |%n".formatted(name, path, module, lines);
  }

  private static final String HEAD =
      """
      # An hour's reading of what runs with privileges

      Generated from the code, by a test that fails when a file comes or goes, or a count is off by more
      than a tenth. To refresh:
      `%s`

      Setter and restorer are what may set devices where [privileges are kept apart](../safety.md#writer-and-guardian-in-two-processes-each). Whoever
      wants to trust them reads these files, in this order. Counted are lines that say something: no blank ones, no comments, no imports.
      An hour is %d of these, which is quick for somebody who looks for faults.

      %s
      So the goal, one package that a person can read in an hour, is reached for the door alone. With what is allowed and what
      restores it is an afternoon. All of it takes days, and more than half of that is drivers, values and stand-ins.

      Besides these: the JDK, SLF4J's interface (the log itself is `PlainLog`), and JNA with the vendors' libraries. No class of these files refers to Kafka,
      Avro, JSON or HTTP; the same test says so. `SetterProcessTest` says it of the classes that are loaded.
      """;
}
