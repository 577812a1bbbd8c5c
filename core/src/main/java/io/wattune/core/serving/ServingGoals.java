package io.wattune.core.serving;

import io.wattune.core.rightsize.RightSizes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which servers are set by their load, and what their tails may be.
 *
 * @param tables by the model's name
 * @param usual what a tail may be where a server has no objective of its own
 * @param byServer by the server's name, or its model's
 * @param sizes where servers' kernels have units of their own: what they need; null where servers
 *     are set by their tables
 */
public record ServingGoals(
    Map<String, ServingTable> tables,
    ServiceObjective usual,
    Map<String, ServiceObjective> byServer,
    @Nullable RightSizes sizes) {
  /** No server is. */
  public static final ServingGoals NONE =
      new ServingGoals(Map.of(), ServiceObjective.DEFAULT, Map.of(), null);

  public ServingGoals {
    tables = Map.copyOf(tables);
    byServer = Map.copyOf(byServer);
  }

  /** Servers that are set by tables of their models. */
  public ServingGoals(
      Map<String, ServingTable> tables,
      ServiceObjective usual,
      Map<String, ServiceObjective> byServer) {
    this(tables, usual, byServer, null);
  }

  /** Whether no server is. */
  public boolean isNone() {
    return tables.isEmpty() && sizes == null;
  }

  /** The same with other right-sizes. */
  public ServingGoals withSizes(RightSizes others) {
    return new ServingGoals(tables, usual, byServer, others);
  }

  /** The objective of a server: by its name, else by its model's. */
  public ServiceObjective objective(String server, String model) {
    ServiceObjective ofModel = byServer.getOrDefault(model, usual);
    return byServer.getOrDefault(server, ofModel);
  }
}
