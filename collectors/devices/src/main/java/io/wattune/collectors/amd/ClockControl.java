package io.wattune.collectors.amd;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The highest level that a clock may rise to; at its highest it is free. A clock that runs above
 * its ceiling shows that the ceiling is not in force, and then that clock is what is read. A clock
 * below it shows nothing: the GPU may idle or be throttled.
 */
final class ClockControl implements Control {
  /** No clock: the levels were chosen by somebody else, and the driver does not show them. */
  static final long NOT_KNOWN = 0;

  private static final long SETTLE_NANOS = 100_000_000L;
  private static final long LOOK_NANOS = 2_000_000L;

  private final AmdCard card;
  private final String file;
  private final Tunable tunable;
  private final PerformanceLevel performance;
  private final @Nullable String obstacle;

  /**
   * A clock.
   *
   * @param obstacle why it is to be left alone; null where it is not
   */
  ClockControl(
      AmdCard card,
      String file,
      String name,
      PerformanceLevel performance,
      @Nullable String obstacle)
      throws DeviceException {
    this.card = card;
    this.file = file;
    this.performance = performance;
    this.obstacle = obstacle;
    this.tunable =
        new Tunable(
            name, TunableUnit.MEGAHERTZ, levels(card).ceilings(), OptionalLong.empty(), false);
  }

  private DpmLevels levels(AmdCard now) throws DeviceException {
    return DpmLevels.parse(now.tree().text(now.file(file)));
  }

  @Override
  public Tunable tunable() {
    return tunable;
  }

  @Override
  public @Nullable String whyNotTuned() {
    return obstacle;
  }

  @Override
  public boolean readsWhatIsSet() {
    return false;
  }

  @Override
  public long read() throws DeviceException {
    AmdCard now = card.now();
    DpmLevels levels = levels(now);
    long ceiling = performance.ceiling(now, file, levels).orElse(NOT_KNOWN);
    return ceiling == NOT_KNOWN ? NOT_KNOWN : Math.max(ceiling, levels.current().orElse(ceiling));
  }

  @Override
  public void write(long megahertz) throws DeviceException {
    AmdCard now = card.now();
    DpmLevels levels = levels(now);
    if (megahertz == levels.highest()) {
      performance.free(now, file, levels);
    } else {
      performance.hold(now, file, levels, megahertz);
    }
    settle(now, megahertz);
  }

  /**
   * A clock takes some milliseconds to fall, and while it is switched its levels may not be there
   * to read: the write is done all the same. What it is after that time, is read back.
   */
  private void settle(AmdCard now, long ceiling) {
    long due = System.nanoTime() + SETTLE_NANOS;
    while (!hasSettled(now, ceiling) && System.nanoTime() - due < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private boolean hasSettled(AmdCard now, long ceiling) {
    try {
      return levels(now).current().orElse(0) <= ceiling;
    } catch (DeviceException e) {
      return false;
    }
  }
}
