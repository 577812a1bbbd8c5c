package io.wattune.dashboard.state;

import io.wattune.core.component.ComponentPower;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which components took a device's energy of late.
 *
 * @param newest the newest interval
 * @param parts idle power first, then the components that had energy in these minutes
 * @param bins the minutes, oldest first
 * @param kernels what activities took since this process looks, the most energy first
 * @param kernelsSinceNanos since when, epoch nanoseconds
 */
public record ComponentsNow(
    ComponentPower newest,
    List<ComponentEnergy> parts,
    List<Bin> bins,
    List<KernelEnergy> kernels,
    long kernelsSinceNanos) {

  /**
   * A component's energy over the bins.
   *
   * @param name its name
   * @param watts its newest power; null where it has none now
   * @param errorWatts the standard error of that
   * @param joules energy
   * @param errorJoules standard error: the model's errors are the same in all intervals, so that
   *     they add up
   * @param counters what stands for it
   * @param merged the components that it stands for; empty for itself
   */
  public record ComponentEnergy(
      String name,
      @Nullable Double watts,
      @Nullable Double errorWatts,
      double joules,
      double errorJoules,
      List<String> counters,
      List<String> merged) {}

  /**
   * Some seconds.
   *
   * @param startNanos epoch nanoseconds
   * @param seconds of which the split is known
   * @param joules of each part, in their order
   */
  public record Bin(long startNanos, double seconds, List<Double> joules) {}

  /**
   * Energy of activities of one name.
   *
   * @param name their name
   * @param activities how many
   * @param seconds how long they ran
   * @param joules of each part, in their order; nothing of the idle power
   */
  public record KernelEnergy(
      String name,
      long activities,
      double seconds,
      List<Double> joules,
      List<Double> errorJoules) {}
}
