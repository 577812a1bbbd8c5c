package io.wattune.collectors.nodeagent;

import io.wattune.collectors.agent.AgentStatus;
import io.wattune.collectors.local.LocalCounts;
import io.wattune.collectors.meter.MeteredDevice;
import io.wattune.collectors.server.ServerStatus;
import io.wattune.collectors.spool.PublisherStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent of a node at one moment.
 *
 * @param agent how its devices answer
 * @param publisher what became of its records
 * @param activities what became of activities of programs; null where it takes none
 * @param servers the servers whose work it reads
 * @param meters the power and energy of its devices
 * @param unmetered readings that these leave out
 */
public record AgentSnapshot(
    String node,
    AgentStatus agent,
    PublisherStatus publisher,
    @Nullable LocalCounts activities,
    List<ServerStatus> servers,
    List<MeteredDevice> meters,
    long unmetered) {

  public AgentSnapshot {
    servers = List.copyOf(servers);
    meters = List.copyOf(meters);
  }
}
