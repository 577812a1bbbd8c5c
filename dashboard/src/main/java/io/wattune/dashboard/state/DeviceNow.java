package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.decision.HeatGuard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one device stands.
 *
 * @param index its number in this process's life; never given to another device
 * @param id device id
 * @param node the node that it is in
 * @param rack the node's rack, where it is known
 * @param vendor who made it; empty where it has not been described
 * @param model the vendor's name of it; empty where it has not been described
 * @param parent the whole device, for a slice
 * @param sampleNanos time of its newest sample; {@link #NEVER} where there was none
 * @param powerWatts newest true power; NaN where there is none
 * @param errorWatts its standard error; NaN where there is none
 * @param quality its quality; INVALID where there is none
 * @param energyMicrojoules energy of its windows since this process looks; null without any
 * @param flags see {@link DeviceFlag}
 * @param throttledBy the counter that says that it is throttled; null where none does
 * @param activity what runs on it; null where nothing is known to
 * @param settings its tunables as they are set
 * @param heat what the guard by temperature knew in the decision that is in force; null without one
 */
public record DeviceNow(
    int index,
    String id,
    String node,
    @Nullable String rack,
    String vendor,
    String model,
    @Nullable String parent,
    long sampleNanos,
    double powerWatts,
    double errorWatts,
    Quality quality,
    @Nullable Long energyMicrojoules,
    int flags,
    @Nullable String throttledBy,
    @Nullable String activity,
    List<SettingNow> settings,
    @Nullable HeatGuard heat) {

  /** The time of a sample that there never was. */
  public static final long NEVER = Long.MIN_VALUE;
}
