package io.wattune.launcher.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.dashboard.DashboardOptions;
import io.wattune.dashboard.DashboardServer;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.tls.AskingClient;
import io.wattune.http.tls.AskingFiles;
import io.wattune.http.tls.TlsFiles;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.fleet.FleetView;
import io.wattune.streams.fleet.FleetViewOptions;
import io.wattune.streams.fleet.topology.FleetSettings;
import io.wattune.testkit.Certificates;
import io.wattune.testkit.FleetClient;
import io.wattune.testkit.FleetDay;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts that ask each other by TLS, with certificates on both sides. */
@Tag("long")
class FleetByTlsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Namespace NAMESPACE = Namespace.replay("tls");
  private static final String TOKEN = "read-0123456789abcdef";
  private static final Access ACCESS = Access.of("tokens", "read.peers=" + TOKEN);

  @TempDir private Path folder;

  @Test
  void instancesAndTheDashboardAskEachOtherByCertificates() throws Exception {
    var certificates = new Certificates(folder.resolve("certificates"));
    Path key = certificates.key("parts");
    var files =
        new TlsFiles(
            certificates.certificatePem(key),
            certificates.keyPem(key),
            certificates.authorityPem());
    var asking = new AskingFiles(certificates.authorityPem(), files);
    HttpClient client = AskingClient.of(asking, HttpClient::newBuilder).get();
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(NAMESPACE, topic -> 2);
      try (var day = new FleetDay(broker.access().producer(Map.of()), NAMESPACE, 6, 1);
          FleetView first = view(broker, files, asking);
          FleetView second = view(broker, files, asking)) {
        await()
            .atMost(SOON)
            .until(() -> first.status().instances() == 2 && second.status().instances() == 2);
        day.describe();
        day.measure();
        day.flush();

        for (FleetView view : new FleetView[] {first, second}) {
          var answers = new FleetClient(view.address(), TOKEN, client);
          await()
              .atMost(SOON)
              .ignoreExceptions()
              .until(() -> answers.sums("/api/fleet/nodes").size() == 6);
        }
        assertThat(first.status().counts().nodes.get())
            .as("the first answers for nodes of the second, too")
            .isBetween(1.0, 5.0);
        assertThat(first.address().getScheme()).isEqualTo("https");
        assertThatThrownBy(() -> new FleetClient(first.address(), TOKEN).get("/health"))
            .isInstanceOf(IOException.class);
        assertThat(partOfADashboard(broker, first, files, asking, client))
            .contains("\"certificate: the certificate expires at");
        assertThat(partOfADashboard(broker, first, files, AskingFiles.NONE, client))
            .contains("DOWN", "does not answer by TLS: ", "see --tls-ca");
      }
    }
  }

  private static FleetView view(EmbeddedBroker broker, TlsFiles files, AskingFiles asking)
      throws Exception {
    FleetView view =
        FleetView.start(
            FleetViewOptions.of(
                broker.access(),
                new FleetSettings(NAMESPACE, 4, Duration.ofMinutes(10)),
                new PartServerOptions("fleet", "", ListenAddress.loopback(0), ACCESS, files),
                asking));
    assertThat(view.awaitRunning(SOON)).isTrue();
    return view;
  }

  /** What a dashboard's page shows of the part "fleet". */
  private static String partOfADashboard(
      EmbeddedBroker broker, FleetView fleet, TlsFiles files, AskingFiles asking, HttpClient client)
      throws Exception {
    var options =
        new DashboardOptions(
            broker.access(),
            NAMESPACE,
            null,
            ListenAddress.loopback(0),
            Access.OPEN,
            "test",
            "test",
            Map.of("fleet", fleet.address()),
            StateLimits.DEFAULT,
            files,
            asking);
    try (DashboardServer dashboard = DashboardServer.start(options)) {
      assertThat(dashboard.address().getScheme()).isEqualTo("https");
      var page = new FleetClient(dashboard.address(), "", client);
      return await()
          .atMost(SOON)
          .until(() -> page.get("/api/health").body(), body -> body.contains("\"fleet\""));
    }
  }
}
