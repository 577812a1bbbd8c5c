package io.wattune.collectors.setter;

/** A frame is not what the protocol says. */
final class FrameException extends Exception {
  private static final long serialVersionUID = 1;

  FrameException(String message) {
    super(message);
  }
}
