package io.wattune.launcher.node;

import io.wattune.dashboard.DashboardOptions;
import io.wattune.dashboard.DashboardServer;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** A dashboard on a real broker, and what a controller would send and see there. */
record LiveDashboard(EmbeddedBroker broker, Controls controls, DashboardServer dashboard)
    implements AutoCloseable {

  static LiveDashboard start(Path folder) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(folder, 0);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    var options =
        new DashboardOptions(
            broker.access(),
            Namespace.live(),
            null,
            ListenAddress.loopback(0),
            Access.OPEN,
            "test",
            "test",
            Map.of("nowhere", URI.create("http://127.0.0.1:1")),
            StateLimits.DEFAULT);
    return new LiveDashboard(
        broker, new Controls(broker.bootstrapServers()), DashboardServer.start(options));
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  URI address() {
    return dashboard.address();
  }

  @Override
  public void close() throws Exception {
    dashboard.close();
    controls.close();
    broker.close();
  }
}
