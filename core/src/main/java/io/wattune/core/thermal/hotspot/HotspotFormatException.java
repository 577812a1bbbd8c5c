package io.wattune.core.thermal.hotspot;

import org.jspecify.annotations.Nullable;

/** A text is not what its format says. The message names the line. */
public final class HotspotFormatException extends Exception {
  private static final long serialVersionUID = 1;

  /** An error of the text as a whole. */
  HotspotFormatException(@Nullable String message) {
    super(message);
  }

  /** An error of one line. */
  HotspotFormatException(int line, @Nullable String message) {
    super("line " + line + ": " + message);
  }
}
