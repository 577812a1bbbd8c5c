package io.wattune.collectors.nodeagent;

import io.wattune.collectors.agent.Condition;
import io.wattune.collectors.agent.DeviceStatus;
import io.wattune.collectors.local.LocalCounts;
import io.wattune.collectors.server.ServerStatus;
import io.wattune.collectors.spool.PublisherState;
import io.wattune.collectors.spool.PublisherStatus;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at the agents of a process. */
public final class AgentProbe implements PartProbe {
  private static final String PART = "agent";

  private static final MetricTable<DeviceStatus> DEVICES =
      MetricTable.<DeviceStatus>of(PART, "node", "device")
          .counter(
              "polls",
              "Polls of a device's power, those without an answer included.",
              DeviceStatus::polls)
          .counter(
              "polls_missing",
              "Polls without a value: none there, an error, or an answer too late.",
              DeviceStatus::missing)
          .counter(
              "failures",
              "Questions that the device answered with an error.",
              DeviceStatus::failures)
          .counter("hangs", "How often the device did not answer in time.", DeviceStatus::hangs)
          .counter(
              "deadlines_missed",
              "Polls that were due and not made, since the one before took too long.",
              DeviceStatus::deadlinesMissed)
          .counter(
              "deadlines_backed_off",
              "Polls that were due and not made, since the device keeps failing.",
              DeviceStatus::deadlinesBackedOff)
          .counter(
              "counters_dropped",
              "Counter readings of another source that were lost, since the device's power did not"
                  + " answer for long.",
              DeviceStatus::countersDropped)
          .flag(
              "device_answering",
              "1 while the device answers as it should, 0 while it fails or hangs.",
              device -> device.condition() == Condition.ANSWERING);

  private static final MetricTable<AgentSnapshot> NODE =
      MetricTable.<AgentSnapshot>of(PART, "node")
          .counter(
              "clock_steps",
              "How often the wall clock was stepped.",
              node -> node.agent().clockSteps())
          .flag(
              "broker_connected",
              "1 while records go to the broker, else 0.",
              node -> node.publisher().state() == PublisherState.CONNECTED)
          .counter(
              "records_published",
              "Records that the agent has made.",
              node -> node.publisher().published())
          .counter(
              "records_recovered",
              "Records that an earlier life's spool held.",
              node -> node.publisher().recovered())
          .counter(
              "records_confirmed",
              "Records that the broker has.",
              node -> node.publisher().confirmed())
          .counter(
              "records_resent",
              "Records that were put back to be sent again; the broker may have them twice.",
              node -> node.publisher().resent())
          .counters(
              "records_dropped",
              "",
              "Records that were lost: queue or spool full, or refused by the broker.",
              "topic",
              node -> node.publisher().dropped())
          .gauge(
              "records_queued", "Records that wait in memory.", node -> node.publisher().queued())
          .gauge(
              "records_unconfirmed",
              "Records that were sent and not confirmed.",
              node -> node.publisher().unconfirmed())
          .gauge(
              "spool_records",
              "Records on disk that are to be sent.",
              node -> node.publisher().spooledRecords())
          .gauge(
              "spool",
              "bytes",
              "Size of the spool on disk.",
              node -> node.publisher().spooledBytes())
          .counter(
              "spool_cut",
              "bytes",
              "Bytes of an earlier life's spool that were no whole records.",
              node -> node.publisher().cutBytes());

  private static final MetricTable<ServerStatus> SERVERS =
      MetricTable.<ServerStatus>of(PART, "node", "server")
          .flag(
              "server_answering",
              "Whether a server whose work is read answered last, with its metric: 1 or 0.",
              ServerStatus::answers)
          .counter("server_pages", "Pages of servers that were read.", ServerStatus::pages)
          .counter(
              "server_failures",
              "Questions to servers without a page, or without the metric.",
              ServerStatus::failures)
          .counter(
              "server_resets",
              "Times that a server's count of work was set back.",
              ServerStatus::resets)
          .counter(
              "server_readings",
              "Counter readings with the work of servers.",
              ServerStatus::readings)
          .flag(
              "server_requests_known",
              "Whether the last page of a server showed requests and latencies that can be: 1 or 0.",
              ServerStatus::showsRequests)
          .counter(
              "server_serving_readings",
              "Readings of the requests of servers.",
              ServerStatus::servingReadings);

  /** All that an agent can have under Wattune's own names. */
  public static final List<Metric> METRICS =
      Stream.concat(
              Stream.of(DEVICES, NODE, new LocalCounts().metrics, SERVERS),
              MeterReader.TABLES.stream())
          .flatMap(table -> table.metrics().stream())
          .toList();

  /** What it has under the names of DCGM and Kepler where they are asked for. */
  public static final List<Metric> METRICS_OF_OTHERS =
      MeterReader.OF_OTHERS.stream().flatMap(table -> table.metrics().stream()).toList();

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
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    for (AgentSnapshot of : agents.get()) {
      String node = of.node();
      of.agent().devices().forEach(each -> DEVICES.read(values, each, node, each.device()));
      NODE.read(values, of, node);
      LocalCounts activities = of.activities();
      if (activities != null) {
        activities.metrics.read(values, activities, node);
      }
      of.servers().forEach(each -> SERVERS.read(values, each, node, each.name()));
      meters.read(values, of);
    }
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
