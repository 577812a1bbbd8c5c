package io.wattune.collectors.journal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Text of one node whose last line is a check sum over all bytes before it:
 *
 * <pre>
 * wattune-fence 1
 * node     n17
 * epoch    1760000000000
 * crc32c   e40881e2
 * </pre>
 */
public final class CheckedText {
  private static final String CHECK = "crc32c\t";

  private CheckedText() {}

  /**
   * What is kept of a node.
   *
   * @param head the first line: what it is, and its version
   * @param lines after that of the node
   */
  public static byte[] write(String head, String node, List<String> lines) {
    var text = new StringBuilder(head).append("\nnode\t").append(node).append('\n');
    lines.forEach(line -> text.append(line).append('\n'));
    return (text + CHECK + check(text.toString()) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** The same back; null where the bytes are not whole, or of another kind, version or node. */
  public static @Nullable List<String> read(byte[] bytes, String head, String node) {
    String text = read(bytes);
    String before = head + "\nnode\t" + node + "\n";
    return text == null || !text.startsWith(before)
        ? null
        : text.substring(before.length()).lines().toList();
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
