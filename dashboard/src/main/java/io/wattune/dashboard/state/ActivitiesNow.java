package io.wattune.dashboard.state;

import java.util.List;

/**
 * Activities of a device.
 *
 * @param activities in the order of their starts
 * @param isCut there were more than are held, or asked for
 */
public record ActivitiesNow(List<ActivityNow> activities, boolean isCut) {
  public ActivitiesNow {
    activities = List.copyOf(activities);
  }
}
