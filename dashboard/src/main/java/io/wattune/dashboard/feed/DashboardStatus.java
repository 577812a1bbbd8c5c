package io.wattune.dashboard.feed;

import io.wattune.core.saving.FleetSaving;
import io.wattune.dashboard.state.FleetNow;
import io.wattune.dashboard.state.ServerNow;
import java.util.List;

/**
 * A dashboard at one moment.
 *
 * @param feed how the reading of the topics goes
 * @param fleet how the fleet stands
 * @param servers how inference servers stand
 * @param saving what has been saved since this process looks
 */
public record DashboardStatus(
    FeedStatus feed, FleetNow fleet, List<ServerNow> servers, FleetSaving saving) {}
