package io.wattune.collectors.journal;

import java.util.OptionalLong;

/**
 * The fence as text, with the journal's check sum. Tabs between fields:
 *
 * <pre>
 * wattune-fence 1
 * node     n17
 * epoch    1760000000000
 * crc32c   e40881e2
 * </pre>
 */
final class FenceText {
  private static final String HEAD = "wattune-fence 1\nnode\t";
  private static final String EPOCH = "\nepoch\t";

  private FenceText() {}

  static byte[] write(String node, long epoch) {
    return CheckedText.write(HEAD + node + EPOCH + epoch + "\n");
  }

  /** The epoch; empty where the bytes are not a whole fence of this node. */
  static OptionalLong read(byte[] bytes, String node) {
    String text = CheckedText.read(bytes);
    String before = HEAD + node + EPOCH;
    if (text == null || !text.startsWith(before) || !text.endsWith("\n")) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.substring(before.length(), text.length() - 1)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // Of another version.
    }
  }
}
