package io.wattune.collectors.server;

import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.RecordSink;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.core.device.DeviceId;
import io.wattune.schemas.thread.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads the work of a node's servers, each at its own period, and publishes it. */
public final class ServerWork implements AutoCloseable {
  private final List<WatchedServer> servers;
  private final ScheduledExecutorService timer;

  private ServerWork(List<WatchedServer> servers, ScheduledExecutorService timer) {
    this.servers = List.copyOf(servers);
    this.timer = timer;
  }

  /**
   * Begins to read.
   *
   * @param devices ids of the node's devices
   * @param sink takes the readings, from any thread
   * @param changes receives one line for each change of state, from any thread
   */
  public static ServerWork start(
      String node,
      List<ServerConfig> configs,
      List<String> devices,
      AgentClock clock,
      RecordSink sink,
      Consumer<String> changes) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Worker.threads("servers-" + node));
    List<WatchedServer> servers = new ArrayList<>();
    for (ServerConfig config : configs) {
      List<String> theirs = devices(node, config, devices);
      if (theirs.isEmpty()) {
        changes.accept("server '" + config.name() + "' runs on no device of this node");
        continue;
      }
      var server = new WatchedServer(node, config, theirs, clock, sink, changes);
      servers.add(server);
      ScheduledFuture<?> unused =
          timer.scheduleAtFixedRate(server::ask, 0, config.periodMillis(), TimeUnit.MILLISECONDS);
    }
    return new ServerWork(servers, timer);
  }

  /** The node's own meter measures the others once more, and runs nothing. */
  private static List<String> devices(String node, ServerConfig config, List<String> all) {
    return all.stream()
        .filter(
            device ->
                config.devices().isEmpty()
                    ? !DeviceId.isMeter(device)
                    : config.devices().stream()
                        .anyMatch(each -> device.equals(DeviceId.of(node, each))))
        .toList();
  }

  /** How the servers stand. */
  public List<ServerStatus> status() {
    return servers.stream().map(WatchedServer::status).toList();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    servers.forEach(WatchedServer::close);
  }
}
