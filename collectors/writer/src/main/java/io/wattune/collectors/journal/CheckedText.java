package io.wattune.collectors.journal;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Text whose last line is a check sum over all bytes before it. */
final class CheckedText {
  private static final String CHECK = "crc32c\t";

  private CheckedText() {}

  /** The text, each of its lines ended, with the check sum. */
  static byte[] write(String text) {
    return (text + CHECK + check(text) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** The text without its check sum; null where the bytes were cut or changed. */
  static @Nullable String read(byte[] bytes) {
    String all = new String(bytes, StandardCharsets.UTF_8);
    int last = all.lastIndexOf(CHECK);
    if (last < 0) {
      return null;
    }
    String text = all.substring(0, last);
    return all.substring(last).equals(CHECK + check(text) + "\n") ? text : null;
  }

  private static String check(String text) {
    var crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
