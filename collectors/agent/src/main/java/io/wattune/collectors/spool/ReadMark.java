package io.wattune.collectors.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Up to where the broker has confirmed a spool, kept beside it, so that a new life does not send
 * all of a segment again. It is a saving only: without it, or with an old one, records are sent
 * twice and dropped by their readers.
 *
 * @param segment number of the segment
 * @param offset offset in it, behind the last confirmed record
 */
record ReadMark(long segment, long offset) {
  static final ReadMark NONE = new ReadMark(-1, 0);

  private static final String FILE = "confirmed";
  private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) (\\d{1,18})\n");

  static ReadMark read(Path folder) {
    try {
      Matcher text = TEXT.matcher(Files.readString(folder.resolve(FILE)));
      if (text.matches()) {
        return new ReadMark(Long.parseLong(text.group(1)), Long.parseLong(text.group(2)));
      }
    } catch (IOException e) {
      // There is none.
    }
    return NONE;
  }

  void write(Path folder) {
    Path draft = folder.resolve(FILE + ".draft");
    try {
      Files.writeString(draft, segment + " " + offset + "\n");
      Files.move(
          draft,
          folder.resolve(FILE),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // A saving that is not made; the disk's trouble shows where records are appended.
    }
  }
}
