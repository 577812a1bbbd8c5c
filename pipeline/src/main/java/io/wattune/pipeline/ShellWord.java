package io.wattune.pipeline;

import java.util.regex.Pattern;

/** A word as a shell of the POSIX family must be given it. */
final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWord() {}

  /** As it stands where that is safe, in single quotes elsewhere. */
  static String of(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
