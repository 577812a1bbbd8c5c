package io.wattune.embedded.broker;

import java.nio.file.Path;
import java.util.Properties;

/** The configuration of a broker that is alone and small. */
public final class BrokerSettings {
  public static final int NODE_ID = 1;
  public static final String CONTROLLER_LISTENER = "CONTROLLER";

  private BrokerSettings() {}

  public static Properties of(Path folder, String host, int port, int controllerPort) {
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
    settings.put("controller.listener.names", CONTROLLER_LISTENER);
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    String place = "PLAINTEXT://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    settings.put("listeners", place + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", place);
    settings.put("log.dirs", folder.toString());
    // A mistyped topic name must fail, not make a topic.
    settings.put("auto.create.topics.enable", "false");
    alone(settings);
    small(settings);
    return settings;
  }

  /** One broker cannot replicate, and has nobody to wait for. */
  private static void alone(Properties settings) {
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    // A controller that has died must be found out soon; the default would be 6 s at least.
    settings.put("group.min.session.timeout.ms", "1000");
    // How long a restart after a kill waits for its former self to be forgotten; but a machine that
    // stands still for longer takes its only broker out of service for a moment.
    settings.put("broker.session.timeout.ms", "6000");
    settings.put("broker.heartbeat.interval.ms", "500");
    settings.put("initial.broker.registration.timeout.ms", "30000");
  }

  private static void small(Properties settings) {
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("log.cleaner.dedupe.buffer.size", "2097152");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("num.replica.fetchers", "1");
    settings.put("background.threads", "2");
    // Flink's transactions may stay open for ten minutes; this is the bound, with some margin.
    settings.put("transaction.max.timeout.ms", "900000");
    // Aborted or forgotten transactions of a run that was cut off must not block its readers long.
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
  }
}
