package io.wattune.dashboard.state;

import io.wattune.core.inforce.WriterState;
import java.util.Locale;

/** Whether a node's writer answers the controller. */
public enum WriterNow {
  /** It answers. */
  LIVE,
  /** It does not answer. */
  SILENT,
  /** It was not asked for anything, or has had no time to answer. */
  NONE;

  static WriterNow of(WriterState state) {
    return switch (state) {
      case ANSWERS -> LIVE;
      case SILENT -> SILENT;
      case NOT_ASKED, WAITING -> NONE;
    };
  }

  /** The name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
