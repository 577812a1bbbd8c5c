package io.wattune.replay.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.embedded.folder.Folders;
import io.wattune.report.ReportJson;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.profile.ProfileFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of {@code --out}. It is written under a temporary name beside its place and renamed
 * when it is complete, so that a reader never sees half a report.
 */
public final class ReportFolder {
  /** The files of a report, the plots included; {@code N} stands for a number. */
  static final List<String> FILES =
      List.of(
          "report.txt",
          "report.json",
          "power.csv",
          "ledger.csv",
          "rejects.csv",
          "profile.json",
          "provenance.json",
          "plot.png",
          "plot.html",
          "plot-N.png",
          "plot-N.html");

  private static final Pattern NUMBERED_PLOT = Pattern.compile("plot-\\d+\\.(png|html)");

  private final Path folder;

  /** Writes the plots of a result into a folder. */
  @FunctionalInterface
  public interface Plots {
    void write(ReplayResult result, Path folder) throws IOException;
  }

  private ReportFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Looks whether a report may be written to {@code folder}: it must be absent, empty, or hold a
   * former report and nothing else.
   */
  public static ReportFolder at(Path folder) throws EngineException {
    Path absolute = folder.toAbsolutePath().normalize();
    if (absolute.getParent() == null) {
      throw EngineException.wrongInput(folder + " cannot be a report folder; name a new one");
    }
    if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
      throw EngineException.wrongInput(
          folder + " is a file, not a folder; name another one after --out");
    }
    if (Files.isDirectory(absolute)) {
      Set<String> strangers;
      try (Stream<Path> files = Files.list(absolute)) {
        strangers =
            files
                .map(file -> String.valueOf(file.getFileName()))
                .filter(name -> !isPart(name))
                .collect(Collectors.toSet());
      } catch (IOException e) {
        throw EngineException.wrongInput(folder + " cannot be read: " + FailureWords.of(e));
      }
      if (!strangers.isEmpty()) {
        throw EngineException.wrongInput(
            folder
                + " holds '"
                + strangers.stream().sorted().findFirst().orElseThrow()
                + "', which is not part of a report; name an empty or a new folder after --out");
      }
    }
    return new ReportFolder(absolute);
  }

  /** Where the report is, or will be. */
  public Path path() {
    return folder;
  }

  /** Writes the report, in place of a former one. */
  public void write(ReplayResult result, Plots plots) throws IOException {
    Path parent = folder.getParent();
    if (parent == null) {
      throw new IOException(folder + " has no folder above it");
    }
    Files.createDirectories(parent);
    String prefix = "." + folder.getFileName() + ".wattune-" + ProcessHandle.current().pid();
    Path draft = parent.resolve(prefix + "-new");
    Path former = parent.resolve(prefix + "-old");
    Folders.deleteTree(draft);
    Folders.deleteTree(former);
    Files.createDirectories(draft);
    try {
      writeFiles(result, draft);
      plots.write(result, draft);
      if (Files.exists(folder)) {
        Files.move(folder, former);
      }
      Files.move(draft, folder);
      Folders.deleteTree(former);
    } finally {
      Folders.deleteTree(draft);
    }
  }

  private static boolean isPart(String name) {
    return FILES.contains(name) || NUMBERED_PLOT.matcher(name).matches();
  }

  private void writeFiles(ReplayResult result, Path draft) throws IOException {
    Files.writeString(draft.resolve("report.txt"), TextReport.of(result, folder));
    json(draft.resolve("report.json"), JsonReport.of(result));
    Files.writeString(
        draft.resolve("profile.json"),
        ProfileFile.text(result.devices().stream().map(DeviceResult::profile).toList()) + "\n",
        StandardCharsets.UTF_8);
    json(draft.resolve("provenance.json"), ProvenanceJson.of(result));
    try (BufferedWriter out = Files.newBufferedWriter(draft.resolve("power.csv"))) {
      PowerCsv.write(result, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(draft.resolve("ledger.csv"))) {
      LedgerCsv.write(result, out);
    }
    try (BufferedWriter out = Files.newBufferedWriter(draft.resolve("rejects.csv"))) {
      RejectsCsv.write(result, out);
    }
  }

  private static void json(Path file, JsonNode node) throws IOException {
    Files.writeString(file, ReportJson.pretty(node) + "\n", StandardCharsets.UTF_8);
  }
}
