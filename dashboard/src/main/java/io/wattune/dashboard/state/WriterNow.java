package io.wattune.dashboard.state;

import java.util.Locale;

/** Whether a node's writer answers the controller. */
public enum WriterNow {
  /** It answers. */
  LIVE,
  /** It does not answer. */
  SILENT,
  /** It was not asked for anything. */
  NONE;

  /** The name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
