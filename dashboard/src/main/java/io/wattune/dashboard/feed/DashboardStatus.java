package io.wattune.dashboard.feed;

import io.wattune.core.saving.FleetSaving;
import io.wattune.dashboard.state.FleetNow;

/**
 * A dashboard at one moment.
 *
 * @param feed how the reading of the topics goes
 * @param fleet how the fleet stands
 * @param saving what has been saved since this process looks
 */
public record DashboardStatus(FeedStatus feed, FleetNow fleet, FleetSaving saving) {}
