package io.wattune.launcher.evaluate.errorbars;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * One power column of one recording, taken with the help of the meter or without.
 *
 * @param folder where {@code gpudata.csv}, {@code meter.csv} and {@code activity.csv} are
 * @param card name of that folder
 * @param signal the column
 * @param metered whether the sensor's profile is from the meter, or from the readings alone
 */
record Recording(Path folder, String card, String signal, boolean metered) {
  static final String READINGS = "gpudata.csv";
  static final String METER = "meter.csv";
  static final String ACTIVITIES = "activity.csv";

  private static final String POWER = "power.draw";

  /** All columns of all recordings in a folder, each with and without its meter. */
  static List<Recording> in(Path folder) throws IOException {
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

  String words() {
    return card + ", " + signal + (metered ? ", with the meter" : ", readings alone");
  }
}
