package io.wattune.evaluation.suite;

import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.cofris.LoadShape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads that somebody recorded: arrivals of jobs at Facebook (SWIM), which the document's load is
 * made of, and of requests to a language model at Azure (Patel et al., ISCA 2024). They are not
 * part of Wattune: what is not there is left out and said.
 *
 * @param loads those that are there
 * @param missing what is not, for people
 */
record RecordedLoads(List<LoadShape> loads, List<String> missing) {
  private static final String SWIM = "swim-fb/FB-2009_samples_24_times_1hr_0.tsv";
  private static final String AZURE = "azure-llm/AzureLLMInferenceTrace_code.csv";

  /** The folder {@code WATTUNE_DATA}, or {@code shared/data} here or beside a folder above. */
  static RecordedLoads find() throws EngineException {
    String named = System.getenv("WATTUNE_DATA");
    return in(named == null || named.isBlank() ? beside() : Path.of(named));
  }

  private static @Nullable Path beside() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path data = at.resolve("shared/data");
      if (Files.isDirectory(data)) {
        return data;
      }
    }
    return null;
  }

  /** Those of a folder. */
  static RecordedLoads in(@Nullable Path folder) throws EngineException {
    List<LoadShape> loads = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String file : List.of(SWIM, AZURE)) {
      Path path = folder == null ? null : folder.resolve(file);
      if (path == null || !Files.isRegularFile(path)) {
        missing.add(
            "no recorded load '"
                + file
                + "' here: left out; WATTUNE_DATA names the folder it is in");
      } else {
        String name = file.substring(0, file.indexOf('/'));
        loads.add(LoadShape.of(name, times(path, file.equals(SWIM))));
      }
    }
    return new RecordedLoads(loads, missing);
  }

  private static double[] times(Path path, boolean isSwim) throws EngineException {
    List<String> lines;
    try {
      lines = Files.readAllLines(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw EngineException.failed("cannot read '" + path + "'", e);
    }
    // Azure's has a header.
    int header = isSwim ? 0 : 1;
    double[] times = new double[Math.max(0, lines.size() - header)];
    if (times.length == 0) {
      throw EngineException.wrongInput("'" + path + "' has no arrivals");
    }
    for (int i = 0; i < times.length; i++) {
      String line = lines.get(i + header);
      try {
        times[i] = isSwim ? seconds(line) : utc(line);
      } catch (IllegalArgumentException | DateTimeException e) {
        throw EngineException.wrongInput(
            "'" + path + "', line " + (i + header + 1) + " is no arrival: '" + line + "'");
      }
    }
    return times;
  }

  /** The second column is the time in seconds. */
  private static double seconds(String line) {
    String[] columns = line.split("\t", 3);
    if (columns.length < 3) {
      throw new IllegalArgumentException("too few columns");
    }
    double seconds = Double.parseDouble(columns[1]);
    if (!Double.isFinite(seconds)) {
      throw new IllegalArgumentException("no time");
    }
    return seconds;
  }

  /** The first column is a date and a time of day, to 100 ns. */
  private static double utc(String line) {
    LocalDateTime time = LocalDateTime.parse(line.split(",", 2)[0].replace(' ', 'T'));
    return time.toEpochSecond(ZoneOffset.UTC) + time.get(ChronoField.NANO_OF_SECOND) / 1e9;
  }
}
