package io.wattune.collectors.node;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the agent takes activities from programs of its machine.
 *
 * @param isOn whether it does
 * @param socket the Unix socket
 * @param dropFolder a folder whose files of lines it takes; null for none
 * @param group the group whose members may use the socket, beside the agent's user; null for the
 *     agent's own
 * @param profiles file of sensor profiles; null where each sensor is learned
 */
public record ActivitiesConfig(
    boolean isOn,
    Path socket,
    @Nullable Path dropFolder,
    @Nullable String group,
    @Nullable Path profiles) {

  /** A socket, and nothing else. */
  public static ActivitiesConfig at(Path socket) {
    return new ActivitiesConfig(true, socket, null, null, null);
  }
}
