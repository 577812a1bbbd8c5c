package io.wattune.embedded.flink;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The jars that hold a job's classes, for clusters that do not share this process's class path. */
public final class JobJars {
  /** Beginnings of the jars' names: our own, and those that a Flink distribution does not have. */
  private static final List<String> NEEDED =
      List.of(
          "wattune-core-",
          "wattune-schemas-",
          "wattune-kafka-",
          "wattune-streams-",
          "avro-",
          "flink-connector-base-",
          "flink-connector-kafka-",
          "kafka-clients-",
          "lz4-java-",
          "jackson-core-",
          "jackson-databind-",
          "jackson-annotations-",
          "jspecify-");

  private JobJars() {}

  /**
   * Picks the jars from a class path.
   *
   * @throws IllegalStateException when one is missing, as it is when classes lie in folders
   */
  public static List<String> of(String classPath) {
    List<String> jars = new ArrayList<>();
    List<String> missing = new ArrayList<>(NEEDED);
    for (String entry : classPath.split(java.io.File.pathSeparator, -1)) {
      Path name = Path.of(entry).getFileName();
      String file = name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
      for (String needed : NEEDED) {
        if (file.endsWith(".jar") && isVersionOf(needed, file)) {
          jars.add(Path.of(entry).toAbsolutePath().toString());
          missing.remove(needed);
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "the class path does not have the jar "
              + missing.get(0)
              + "*.jar, which the Flink cluster needs; start through the script wattune");
    }
    return jars;
  }

  /** Whether a digit follows: {@code avro-} is the beginning of {@code avro-mapred-}, too. */
  private static boolean isVersionOf(String beginning, String file) {
    return file.startsWith(beginning)
        && file.length() > beginning.length()
        && Character.isDigit(file.charAt(beginning.length()));
  }
}
