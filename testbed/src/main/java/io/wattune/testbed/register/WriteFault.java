package io.wattune.testbed.register;

import java.util.OptionalLong;

/**
 * How a control fails, for tests.
 *
 * @param mode what it does with a write
 * @param onlyValue the fault concerns writes of this value alone; empty for all
 * @param remainingWrites the fault concerns this many writes more; {@link #ALWAYS} without end
 * @param clampedValue the value that CLAMPS sets; 0 for the other modes
 */
public record WriteFault(
    FaultMode mode, OptionalLong onlyValue, long remainingWrites, long clampedValue) {

  /** A fault that concerns every write. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** No fault. */
  public static final WriteFault NONE = of(FaultMode.NONE);

  public WriteFault {
    if (remainingWrites < 0) {
      throw new IllegalArgumentException(
          "remainingWrites must not be negative, was " + remainingWrites);
    }
  }

  /** A fault of all writes. */
  public static WriteFault of(FaultMode mode) {
    return new WriteFault(mode, OptionalLong.empty(), ALWAYS, 0);
  }

  /** Every write sets this value instead. */
  public static WriteFault clampingTo(long value) {
    return new WriteFault(FaultMode.CLAMPS, OptionalLong.empty(), ALWAYS, value);
  }

  /** The same for writes of one value alone. */
  public WriteFault onlyOf(long value) {
    return new WriteFault(mode, OptionalLong.of(value), remainingWrites, clampedValue);
  }

  /** The same for so many writes, counting only those that it concerns. */
  public WriteFault forWrites(long writes) {
    return new WriteFault(mode, onlyValue, writes, clampedValue);
  }
}
