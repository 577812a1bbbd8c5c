package io.wattune.core.saving;

import io.wattune.core.Quality;
import java.util.Map;

/**
 * What some kernels, on some devices, have saved against own settings. Everything but the errors is
 * a sum; see {@link KernelSaving} for what is summed.
 *
 * <p>The error: references and the ledger's independent errors are independent from kernel to
 * kernel and add in squares; gain and offset add up with their signs within a device, and in
 * squares over devices. Test: {@code FleetSavingsTest}.
 *
 * @param devices devices of which anything is known
 * @param references invocations at own settings, of kernels that were compared
 * @param referenceNanos when the newest reference ended of the kernel whose reference is oldest,
 *     epoch nanoseconds; {@link Long#MIN_VALUE} where nothing was compared
 * @param ownSeconds how long kernels ran at own settings, compared or not
 * @param invocations invocations at other settings that were compared
 * @param usedJoules energy of those
 * @param expectedJoules what own settings would have used for the same work
 * @param standardErrorJoules standard error of the difference, everything included
 * @param seconds how long those invocations lasted
 * @param expectedSeconds how long they would have lasted at own settings
 * @param secondsError standard error of the difference of those two times
 * @param quality worst quality of what was compared
 * @param notCompared what was not compared, by why
 */
public record Saving(
    int devices,
    long references,
    long referenceNanos,
    double ownSeconds,
    long invocations,
    double usedJoules,
    double expectedJoules,
    double standardErrorJoules,
    double seconds,
    double expectedSeconds,
    double secondsError,
    Quality quality,
    Map<NotCompared, Amount> notCompared) {

  public Saving {
    notCompared = Map.copyOf(notCompared);
  }

  /** Whether anything was compared; without that nothing is known, which is not zero. */
  public boolean isKnown() {
    return invocations > 0;
  }

  /** Energy that was saved; below 0 where more was used. */
  public double joules() {
    return expectedJoules - usedJoules;
  }

  /** The same as a share of what own settings would have used. NaN where nothing was compared. */
  public double share() {
    return joules() / expectedJoules;
  }

  /** Change of performance, 0 for none, below 0 where it was slower. */
  public double performanceChange() {
    return expectedSeconds / seconds - 1;
  }

  /** Standard error of the change of performance. NaN where nothing was compared. */
  public double performanceError() {
    return secondsError / seconds;
  }

  /** Change of {@code E T^2}, Harmonia's ED2 at the same work, below 0 where it was better. */
  public double ed2Change() {
    double slower = seconds / expectedSeconds;
    return usedJoules / expectedJoules * slower * slower - 1;
  }

  /** All that was not compared. */
  public Amount left() {
    return notCompared.values().stream().reduce(Amount.NONE, Amount::plus);
  }
}
