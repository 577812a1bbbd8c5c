package io.wattune.core.reading;

/** How the time between two consecutive samples was seen. */
public enum Spacing {
  /** The sensor was polled throughout. */
  SEEN,
  /** A gap, short enough to be bridged by a straight line. */
  BRIDGED,
  /** A gap that nothing is said about. */
  BROKEN
}
