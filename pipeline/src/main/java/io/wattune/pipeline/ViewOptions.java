package io.wattune.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * What a run can be watched with.
 *
 * @param dashboardPort the dashboard's port, 0 for any free one; null for no dashboard, and no
 *     fleet view that sums for it
 */
public record ViewOptions(@Nullable Integer dashboardPort) {

  /** Neither dashboard nor fleet view. */
  public static final ViewOptions NOTHING = new ViewOptions(null);
}
