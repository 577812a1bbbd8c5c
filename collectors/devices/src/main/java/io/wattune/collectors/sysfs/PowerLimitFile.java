package io.wattune.collectors.sysfs;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A power limit in a file of microwatts, set in whole watts, which is what drivers take.
 *
 * @param tree the tree that the file is in
 * @param place where the file is now
 * @param tunable name and range, in milliwatts
 * @param whyNotTuned why it is to be left alone; null where it is not
 */
public record PowerLimitFile(
    SysTree tree, Place place, Tunable tunable, @Nullable String whyNotTuned) implements Control {
  private static final long MICROWATTS = 1_000L;
  private static final long STEP_MILLIWATTS = 1_000L;

  /**
   * Where a driver states no lowest limit, a quarter of the highest is taken: below it a device
   * hardly works, and an own choice is better than a limit of nothing.
   */
  private static final long LOWEST_SHARE = 4;

  /** Where a file is now: the numbers of folders change when a driver is loaded again. */
  public interface Place {
    /** The file; throws where its device is not there. */
    Path file() throws DeviceException;
  }

  /**
   * A limit with the range that the driver reports.
   *
   * @param lowestMicrowatts its lowest, 0 where the driver states none
   * @param highestMicrowatts its highest
   * @param obstacle why it is to be left alone; null where it is not
   */
  public static PowerLimitFile of(
      SysTree tree,
      Place place,
      String name,
      long lowestMicrowatts,
      long highestMicrowatts,
      @Nullable String obstacle) {
    long highest = wholeSteps(highestMicrowatts / MICROWATTS, 0);
    long lowest =
        lowestMicrowatts > 0
            ? wholeSteps(lowestMicrowatts / MICROWATTS, STEP_MILLIWATTS - 1)
            : wholeSteps(highest / LOWEST_SHARE, STEP_MILLIWATTS - 1);
    ValueGrid grid = ValueGrid.evenly(Math.min(lowest, highest), highest, STEP_MILLIWATTS);
    return new PowerLimitFile(
        tree,
        place,
        new Tunable(name, TunableUnit.MILLIWATTS, grid, OptionalLong.empty(), false),
        obstacle);
  }

  private static long wholeSteps(long milliwatts, long slack) {
    return (milliwatts + slack) / STEP_MILLIWATTS * STEP_MILLIWATTS;
  }

  @Override
  public long read() throws DeviceException {
    Path file = place.file();
    OptionalLong microwatts = tree.number(file);
    if (microwatts.isEmpty()) {
      throw new DeviceException("file " + file + " has no limit now; the driver gives none");
    }
    return microwatts.getAsLong() / MICROWATTS;
  }

  @Override
  public void write(long milliwatts) throws DeviceException {
    tree.write(place.file(), Long.toString(milliwatts * MICROWATTS));
  }
}
