package io.wattune.dashboard.feed;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.saving.FleetSaving;
import io.wattune.dashboard.state.FleetNow;
import java.util.List;

/**
 * A dashboard at one moment.
 *
 * @param feed how the reading of the topics goes
 * @param fleet how the fleet stands
 * @param saving what has been saved since this process looks
 * @param components the newest power by component of each device that has any
 */
public record DashboardStatus(
    FeedStatus feed, FleetNow fleet, FleetSaving saving, List<ComponentPower> components) {}
