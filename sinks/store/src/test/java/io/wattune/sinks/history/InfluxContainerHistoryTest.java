package io.wattune.sinks.history;

import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import io.wattune.testkit.Images;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.testcontainers.containers.InfluxDBContainer;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/** The contract on InfluxDB 2: Flux. Skipped where there is no Docker. */
@Tag("long")
@Testcontainers(disabledWithoutDocker = true)
class InfluxContainerHistoryTest extends HistoryContract {
  private static final String TOKEN = "a-token-of-this-test";

  @Container
  private static final InfluxDBContainer<?> INFLUX =
      new InfluxDBContainer<>(DockerImageName.parse(Images.of("influxdb")))
          .withOrganization("wattune")
          .withBucket("wattune")
          .withAdminToken(TOKEN);

  @Override
  StoreAddress store() {
    return new StoreAddress(
        URI.create(INFLUX.getUrl()), StoreKind.INFLUXDB, "wattune", "wattune", TOKEN);
  }
}
