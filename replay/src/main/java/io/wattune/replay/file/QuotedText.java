package io.wattune.replay.file;

/** Text of a file as it may stand in a message: in quotes, cut, without control characters. */
final class QuotedText {
  private static final int MAX_CHARS = 100;

  private QuotedText() {}

  static String of(String text) {
    var shown = new StringBuilder("'");
    int chars = Math.min(text.length(), MAX_CHARS);
    for (int i = 0; i < chars; i++) {
      char c = text.charAt(i);
      shown.append(Character.isISOControl(c) ? '?' : c);
    }
    return shown.append(chars < text.length() ? "...'" : "'").toString();
  }
}
