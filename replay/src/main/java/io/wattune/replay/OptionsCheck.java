package io.wattune.replay;

import io.wattune.archive.Archive;
import io.wattune.kafka.HostPort;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses what can be seen to be wrong before anything starts. */
public final class OptionsCheck {
  private static final int MAX_PARALLELISM = 1024;

  private OptionsCheck() {}

  /** Throws where something is wrong. */
  public static void check(ReplayOptions options) throws EngineException {
    List<String> all = new ArrayList<>(options.files());
    all.addAll(options.activityFiles());
    if (options.meterFile() != null) {
      all.add(options.meterFile());
    }
    if (!options.profile().equals(ReplayOptions.PROFILE_AUTO)
        && !options.profile().equals(ReplayOptions.PROFILE_NONE)
        && !options.profile().startsWith(ReplayOptions.PROFILE_MODEL)) {
      all.add(options.profile());
    }
    archive(options);
    Set<String> seen = new HashSet<>();
    for (String file : all) {
      if (!seen.add(file)) {
        throw EngineException.wrongInput(
            (file.equals("-") ? "standard input" : "'" + file + "'")
                + " is given twice; leave one out");
      }
      if (!file.equals("-")) {
        exists(file);
      }
    }
    if (options.parallelism() < 1 || options.parallelism() > MAX_PARALLELISM) {
      throw EngineException.wrongInput(
          "--parallelism must be in 1.." + MAX_PARALLELISM + ", was " + options.parallelism());
    }
    Duration horizon = options.horizon();
    if (horizon != null
        && (horizon.compareTo(Horizon.SHORTEST) < 0 || horizon.compareTo(Horizon.LONGEST) > 0)) {
      throw EngineException.wrongInput(
          "--horizon must be from 1s to %sh, was %sms"
              .formatted(Horizon.LONGEST.toHours(), horizon.toMillis()));
    }
    if (options.kafka() != null) {
      for (String server : options.kafka().bootstrapServers().split(",", -1)) {
        try {
          HostPort.parse(server);
        } catch (IllegalArgumentException e) {
          throw EngineException.wrongInput("--bootstrap: " + e.getMessage());
        }
      }
    }
    HostPort flink = options.flink() == null ? null : options.flink().address();
    if (flink != null && options.kafka() == null && !flink.isLoopback()) {
      throw EngineException.wrongInput(
          "--flink "
              + flink.host()
              + " needs --bootstrap, too: it cannot reach the embedded broker, which listens on"
              + " this machine's loopback address only");
    }
  }

  /** An archive has all that a replay needs, and the signal that the ledger took. */
  private static void archive(ReplayOptions options) throws EngineException {
    boolean hasArchive =
        options.files().stream().anyMatch(f -> !f.equals("-") && Archive.isArchive(Path.of(f)));
    if (hasArchive && options.files().size() > 1) {
      throw EngineException.wrongInput(
          "an archive is replayed by itself; leave the other files out");
    }
    if (hasArchive && options.signal() != null) {
      throw EngineException.wrongInput(
          "--signal is for files; an archive is replayed with the signal that the ledger took");
    }
  }

  private static void exists(String file) throws EngineException {
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      throw EngineException.wrongInput("there is no file '" + file + "'; check the path");
    }
    if (Files.isDirectory(path) && !Archive.isArchive(path)) {
      throw EngineException.wrongInput(
          "'" + file + "' is a folder and no archive; name a file in it");
    }
    if (!Files.isReadable(path)) {
      throw EngineException.wrongInput("'" + file + "' may not be read; change its permissions");
    }
  }
}
