package io.wattune.launcher.up;

import io.wattune.launcher.option.Bounds;
import io.wattune.pipeline.Presence;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code wattune up} that say what it can be watched with. */
final class ViewArguments {

  @Option(
      names = "--dashboard",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "whether this process serves the dashboard, and sums up the fleet for it; default: on")
  private Presence dashboard = Presence.ON;

  @Option(
      names = "--dashboard-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "the dashboard's port; 0 for any free one; default: 8080")
  @Bounds(lowest = "0", highest = "65535")
  private int dashboardPort;

  /** The dashboard's port; null where there is to be none. */
  @Nullable Integer port() {
    return dashboard == Presence.ON ? (Integer) dashboardPort : null;
  }
}
