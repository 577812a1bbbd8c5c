package io.wattune.evaluation.recording;

import io.wattune.replay.InputReader;
import io.wattune.replay.ReplayInput;
import io.wattune.replay.ReplayOptions;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One power column of one recording, taken with the help of the meter or without.
 *
 * @param folder where {@code gpudata.csv}, {@code meter.csv} and {@code activity.csv} are
 * @param card name of that folder
 * @param signal the column
 * @param metered whether the sensor's profile is from the meter, or from the readings alone
 */
public record Recording(Path folder, String card, String signal, boolean metered) {
  public static final String READINGS = "gpudata.csv";
  public static final String METER = "meter.csv";
  public static final String ACTIVITIES = "activity.csv";

  private static final String POWER = "power.draw";

  /** All columns of all recordings in a folder, each with and without its meter. */
  public static List<Recording> in(Path folder) throws IOException {
    List<Path> cards;
    try (Stream<Path> found = Files.list(folder)) {
      cards = found.filter(Recording::isRecording).sorted().toList();
    }
    List<Recording> all = new ArrayList<>();
    for (Path card : cards) {
      for (String signal : signals(card)) {
        String name = String.valueOf(card.getFileName());
        all.add(new Recording(card, name, signal, true));
        all.add(new Recording(card, name, signal, false));
      }
    }
    return all;
  }

  /**
   * The same for a command that needs at least one; says what a recording is where there is none.
   */
  public static List<Recording> required(Path folder) throws EngineException {
    if (!Files.isDirectory(folder)) {
      throw EngineException.wrongInput("there is no folder " + folder);
    }
    List<Recording> found;
    try {
      found = in(folder);
    } catch (IOException e) {
      throw EngineException.wrongInput("cannot read the folder " + folder + ": " + e.getMessage());
    }
    if (found.isEmpty()) {
      throw EngineException.wrongInput(
          "no recording in %s: each is a folder with %s, %s and %s"
              .formatted(folder, READINGS, METER, ACTIVITIES));
    }
    return found;
  }

  private static boolean isRecording(Path folder) {
    return Stream.of(READINGS, METER, ACTIVITIES)
        .allMatch(file -> Files.isRegularFile(folder.resolve(file)));
  }

  /** Without the plain column where it repeats one of the others. */
  private static List<String> signals(Path folder) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(folder.resolve(READINGS))) {
      String header = reader.readLine();
      List<String> columns =
          Arrays.stream((header == null ? "" : header).split(",", -1))
              .map(column -> column.replaceAll("\\[.*", "").strip())
              .filter(column -> column.startsWith(POWER))
              .distinct()
              .toList();
      return columns.size() > 1
          ? columns.stream().filter(column -> !column.equals(POWER)).toList()
          : columns;
    }
  }

  /** Reads it, by the option of {@code wattune replay} that its meter or its readings ask for. */
  public ReplayInput read(ZoneId zone) throws EngineException {
    return read(zone, metered);
  }

  /** Reads it with its meter. */
  public ReplayInput readWithMeter(ZoneId zone) throws EngineException {
    return read(zone, true);
  }

  private ReplayInput read(ZoneId zone, boolean withMeter) throws EngineException {
    var options =
        new ReplayOptions(
            List.of(folder.resolve(READINGS).toString()),
            signal,
            null,
            List.of(folder.resolve(ACTIVITIES).toString()),
            false,
            ReplayOptions.PROFILE_AUTO,
            withMeter ? folder.resolve(METER).toString() : null,
            zone,
            OptionalDouble.empty(),
            null,
            1,
            null,
            null,
            null,
            false,
            true,
            List.of());
    return new InputReader(options).read(Progress.NONE);
  }

  /** Which one it is, for people. */
  public String words() {
    return card + ", " + signal + (metered ? ", with the meter" : ", readings alone");
  }
}
