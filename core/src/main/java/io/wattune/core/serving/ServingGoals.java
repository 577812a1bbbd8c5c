package io.wattune.core.serving;

import java.util.Map;

/**
 * Which servers are set by their load, and what their tails may be.
 *
 * @param tables by the model's name
 * @param usual what a tail may be where a server has no objective of its own
 * @param byServer by the server's name, or its model's
 */
public record ServingGoals(
    Map<String, ServingTable> tables,
    ServiceObjective usual,
    Map<String, ServiceObjective> byServer) {
  /** No server is. */
  public static final ServingGoals NONE =
      new ServingGoals(Map.of(), ServiceObjective.DEFAULT, Map.of());

  public ServingGoals {
    tables = Map.copyOf(tables);
    byServer = Map.copyOf(byServer);
  }

  /** Whether no server is. */
  public boolean isNone() {
    return tables.isEmpty();
  }

  /** The objective of a server: by its name, else by its model's. */
  public ServiceObjective objective(String server, String model) {
    ServiceObjective ofModel = byServer.getOrDefault(model, usual);
    return byServer.getOrDefault(server, ofModel);
  }
}
