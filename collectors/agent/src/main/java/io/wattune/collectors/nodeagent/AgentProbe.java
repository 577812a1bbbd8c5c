package io.wattune.collectors.nodeagent;

import io.wattune.collectors.agent.Condition;
import io.wattune.collectors.agent.DeviceStatus;
import io.wattune.collectors.local.LocalStatus;
import io.wattune.collectors.server.ServerStatus;
import io.wattune.collectors.spool.PublisherState;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.AgentMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at the agents of a process. */
public final class AgentProbe implements PartProbe {
  private final Supplier<List<AgentSnapshot>> agents;
  private final MeterReader meters;

  public AgentProbe(Supplier<List<AgentSnapshot>> agents) {
    this(agents, MeterReader.ofSystem(false));
  }

  /** Of these agents, whose meters are shown so. */
  public AgentProbe(Supplier<List<AgentSnapshot>> agents, MeterReader meters) {
    this.agents = agents;
    this.meters = meters;
  }

  @Override
  public String part() {
    return AgentMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    for (AgentSnapshot agent : agents.get()) {
      agent.agent().devices().forEach(device -> read(values, agent.node(), device));
      values.put(AgentMetrics.CLOCK_STEPS, agent.agent().clockSteps(), agent.node());
      read(values, agent.node(), agent.publisher());
      LocalStatus activities = agent.activities();
      if (activities != null) {
        read(values, agent.node(), activities);
      }
      agent.servers().forEach(server -> read(values, agent.node(), server));
      meters.read(values, agent);
    }
  }

  private static void read(MetricValues values, String node, LocalStatus of) {
    values.put(AgentMetrics.ACTIVITY_LINES, of.lines(), node);
    values.put(AgentMetrics.ACTIVITY_LINES_REFUSED, of.refusedLines(), node);
    values.put(AgentMetrics.ACTIVITIES_STARTED, of.started(), node);
    values.put(AgentMetrics.ACTIVITIES_CUT, of.endedByClose(), node);
    values.put(AgentMetrics.ACTIVITIES_OPEN, of.open(), node);
    values.put(AgentMetrics.ACTIVITY_ENERGIES, of.answered(), node);
    values.put(AgentMetrics.ACTIVITY_ENERGIES_MISSING, of.answeredWithout(), node);
    values.put(
        AgentMetrics.ACTIVITY_CONNECTIONS_REFUSED,
        of.refusedConnections() + of.deafConnections(),
        node);
    values.put(AgentMetrics.ACTIVITY_FILES_REFUSED, of.refusedFiles(), node);
    values.put(AgentMetrics.ACTIVITY_READINGS_DROPPED, of.droppedReadings(), node);
    values.put(AgentMetrics.WORK_READINGS, of.workReadings(), node);
    values.put(AgentMetrics.ACTIVITY_LEDGERS, of.ledgers(), node);
  }

  private static void read(MetricValues values, String node, ServerStatus of) {
    values.put(AgentMetrics.SERVER_ANSWERING, of.answers() ? 1 : 0, node, of.name());
    values.put(AgentMetrics.SERVER_PAGES, of.pages(), node, of.name());
    values.put(AgentMetrics.SERVER_FAILURES, of.failures(), node, of.name());
    values.put(AgentMetrics.SERVER_RESETS, of.resets(), node, of.name());
    values.put(AgentMetrics.SERVER_READINGS, of.readings(), node, of.name());
  }

  private static void read(MetricValues values, String node, DeviceStatus of) {
    String device = of.device();
    values.put(AgentMetrics.POLLS, of.polls(), node, device);
    values.put(AgentMetrics.POLLS_MISSING, of.missing(), node, device);
    values.put(AgentMetrics.FAILURES, of.failures(), node, device);
    values.put(AgentMetrics.HANGS, of.hangs(), node, device);
    values.put(AgentMetrics.DEADLINES_MISSED, of.deadlinesMissed(), node, device);
    values.put(AgentMetrics.DEADLINES_BACKED_OFF, of.deadlinesBackedOff(), node, device);
    values.put(AgentMetrics.COUNTERS_DROPPED, of.countersDropped(), node, device);
    boolean isAnswering = of.condition() == Condition.ANSWERING;
    values.put(AgentMetrics.DEVICE_ANSWERING, isAnswering ? 1 : 0, node, device);
  }

  private static void read(MetricValues values, String node, PublisherStatus of) {
    boolean isConnected = of.state() == PublisherState.CONNECTED;
    values.put(AgentMetrics.BROKER_CONNECTED, isConnected ? 1 : 0, node);
    values.put(AgentMetrics.RECORDS_PUBLISHED, of.published(), node);
    values.put(AgentMetrics.RECORDS_RECOVERED, of.recovered(), node);
    values.put(AgentMetrics.RECORDS_CONFIRMED, of.confirmed(), node);
    values.put(AgentMetrics.RECORDS_RESENT, of.resent(), node);
    of.dropped()
        .forEach((topic, count) -> values.put(AgentMetrics.RECORDS_DROPPED, count, node, topic));
    values.put(AgentMetrics.RECORDS_QUEUED, of.queued(), node);
    values.put(AgentMetrics.RECORDS_UNCONFIRMED, of.unconfirmed(), node);
    values.put(AgentMetrics.SPOOL_RECORDS, of.spooledRecords(), node);
    values.put(AgentMetrics.SPOOL_BYTES, of.spooledBytes(), node);
    values.put(AgentMetrics.SPOOL_CUT_BYTES, of.cutBytes(), node);
  }

  @Override
  public List<HealthCheck> checks() {
    List<AgentSnapshot> all = agents.get();
    return all.isEmpty()
        ? List.of(HealthCheck.degraded("start", "no agent runs yet"))
        : all.stream().flatMap(agent -> Stream.of(devices(agent), broker(agent))).toList();
  }

  private static HealthCheck devices(AgentSnapshot of) {
    int all = of.agent().devices().size();
    long answering = of.agent().count(Condition.ANSWERING);
    HealthStatus status =
        answering == all
            ? HealthStatus.UP
            : answering == 0 ? HealthStatus.DOWN : HealthStatus.DEGRADED;
    return new HealthCheck(
        "devices of " + of.node(), status, answering + " of " + all + " answer as they should");
  }

  private static HealthCheck broker(AgentSnapshot of) {
    PublisherStatus publisher = of.publisher();
    return new HealthCheck(
        "broker of " + of.node(),
        publisher.state() == PublisherState.CONNECTED ? HealthStatus.UP : HealthStatus.DEGRADED,
        switch (publisher.state()) {
              case CONNECTED -> "records go to the broker";
              case SPOOLING -> "the broker does not answer, records go to disk";
              case DRAINING -> "records go from disk to the broker";
            }
            + "; "
            + publisher.spooledRecords()
            + " on disk, "
            + publisher.droppedRecords()
            + " lost");
  }
}
