package io.wattune.launcher.metrics;

import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.local.LocalStatus;
import io.wattune.collectors.server.ServerStatus;
import io.wattune.collectors.spool.PublisherStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent of a node at one moment.
 *
 * @param agent how its devices answer
 * @param publisher what became of its records
 * @param activities the activities of programs; null where it takes none
 * @param servers the servers whose work it reads
 */
public record AgentSnapshot(
    String node,
    AgentStatus agent,
    PublisherStatus publisher,
    @Nullable LocalStatus activities,
    List<ServerStatus> servers) {

  public AgentSnapshot {
    servers = List.copyOf(servers);
  }
}
