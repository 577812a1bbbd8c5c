package io.wattune.core.fleet;

/** What became of a window's energy. */
public enum WindowFate {
  /** It is in the sum, in place of an older revision if there was one. */
  COUNTED,
  /** It was in the sum already, with this revision, a newer one, or for good. */
  REPEATED,
  /** It lies before the first window that the view counts of this device, or before its removal. */
  BEFORE
}
