package io.wattune.embedded.broker;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import java.util.List;

/** Looks at a broker of this process, as a client of its port would: whether it takes calls. */
public final class BrokerProbe implements PartProbe {
  private static final String PART = "broker";

  private static final MetricTable<EmbeddedBroker> BROKER =
      MetricTable.<EmbeddedBroker>of(PART)
          .flag("running", "1 while it takes connections, else 0.", EmbeddedBroker::isAnswering)
          .gauge(
              "disk_free",
              "bytes",
              "Room that is left where its data are.",
              broker -> broker.folder().toFile().getUsableSpace());

  /** All that a broker has. */
  public static final List<Metric> METRICS = BROKER.metrics();

  private final EmbeddedBroker broker;

  /** A probe of this broker. */
  public BrokerProbe(EmbeddedBroker broker) {
    this.broker = broker;
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    BROKER.read(values, broker);
  }

  @Override
  public List<HealthCheck> checks() {
    String place = broker.bootstrapServers();
    return List.of(
        broker.isAnswering()
            ? HealthCheck.up("kafka", "it takes connections on " + place)
            : HealthCheck.down("kafka", "it takes no connections on " + place));
  }
}
