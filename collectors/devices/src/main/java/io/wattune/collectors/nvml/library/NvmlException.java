package io.wattune.collectors.nvml.library;

import org.jspecify.annotations.Nullable;

/** A call that did not return success. */
public final class NvmlException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int number;

  /**
   * A failure.
   *
   * @param call the call's name in nvml.h, without the prefix {@code nvml}
   * @param number what it returned
   */
  public NvmlException(String call, int number) {
    this(call, number, null);
  }

  /** A failure with what led to it. No stack trace: devices that fail do so many times a second. */
  NvmlException(String call, int number, @Nullable Throwable cause) {
    super(
        call + ": " + NvmlCode.of(number).words() + " (code " + number + ")", cause, false, false);
    this.number = number;
  }

  /** What it returned. */
  public int number() {
    return number;
  }

  /** What it returned, as far as it is known. */
  public NvmlCode code() {
    return NvmlCode.of(number);
  }
}
