package io.wattune.collectors.writer;

import io.wattune.collectors.journal.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a restorer says of itself to a guardian without privileges, in a file that is replaced when
 * anything of it changes. A line of words, and one with the trouble:
 *
 * <pre>
 * wattune-restorer 1 2 0 false
 * own settings are not all back: n17/GPU-1 does not answer
 * </pre>
 *
 * @param restores how often it has put everything back, verified, in this life
 * @param kills how often it has killed a setter that hung, in this life
 * @param isLockedOut whether somebody who is no process of the node holds the writer's lock
 * @param trouble what cannot be put back; empty where nothing is amiss
 */
public record RestorerReport(long restores, long kills, boolean isLockedOut, String trouble) {
  private static final String HEAD = "wattune-restorer 1 ";
  private static final int WORDS = 3;

  /** What of a guardian's state it has to say itself: the rest is seen from outside. */
  public static RestorerReport of(GuardianStatus status) {
    return new RestorerReport(
        status.restores(),
        status.kills(),
        status.isLockedOut(),
        status.trouble().replace('\n', ' '));
  }

  /** Replaces the file; its group may read it. */
  public void write(Path file) throws IOException {
    String text = HEAD + restores + " " + kills + " " + isLockedOut + "\n" + trouble + "\n";
    DurableFile.write(file, text.getBytes(StandardCharsets.UTF_8), DurableFile.OWNER_AND_GROUP);
  }

  /**
   * Reads the file; null where there is none yet.
   *
   * @throws IOException also where it is no report, as of another release
   */
  static @Nullable RestorerReport read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      return null;
    }
    String[] lines = text.split("\n", -1);
    try {
      if (lines.length == WORDS && lines[0].startsWith(HEAD)) {
        String[] words = lines[0].substring(HEAD.length()).split(" ", -1);
        return new RestorerReport(
            Long.parseLong(words[0]),
            Long.parseLong(words[1]),
            Boolean.parseBoolean(words[2]),
            lines[1]);
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(file + " is no report of a restorer", e);
    }
    throw new IOException(file + " is no report of a restorer");
  }
}
