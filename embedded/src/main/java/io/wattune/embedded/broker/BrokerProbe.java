package io.wattune.embedded.broker;

import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.BrokerMetrics;
import io.wattune.http.metric.MetricValues;
import java.util.List;

/** Looks at a broker of this process, as a client of its port would: whether it takes calls. */
public final class BrokerProbe implements PartProbe {
  private final EmbeddedBroker broker;

  /** A probe of this broker. */
  public BrokerProbe(EmbeddedBroker broker) {
    this.broker = broker;
  }

  @Override
  public String part() {
    return BrokerMetrics.PART;
  }

  @Override
  public void read(MetricValues values) {
    values.put(BrokerMetrics.RUNNING, broker.isAnswering() ? 1 : 0);
    values.put(BrokerMetrics.DISK_FREE, broker.folder().toFile().getUsableSpace());
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
