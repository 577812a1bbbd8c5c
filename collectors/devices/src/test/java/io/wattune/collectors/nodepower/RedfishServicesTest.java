package io.wattune.collectors.nodepower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What services of different makers do otherwise. */
class RedfishServicesTest {
  private static final String CHASSIS = FakeRedfish.CHASSIS;
  private FakeRedfish service;

  @BeforeEach
  void startService() throws Exception {
    service = FakeRedfish.start();
  }

  @AfterEach
  void stopService() {
    service.close();
  }

  /** Fails where the first entry is taken: that of a part, or of another node of the chassis. */
  @Test
  void theWholeIsTakenWhereverItStands() throws Exception {
    controls(
        entry("0", "CPU Power", "\"PhysicalContext\": \"CPU\"", "90"),
        entry("1", "System Power", "\"PhysicalContext\": \"Chassis\"", "640"));
    assertThat(meter(null).milliwatts()).isEqualTo(640_000);

    controls(
        entry(
            "0",
            "GPU 0",
            "\"RelatedItem\": [" + link("/redfish/v1/Systems/1/Processors/7") + "]",
            "300"),
        entry("1", "Server", "\"RelatedItem\": [" + link("/redfish/v1/Systems/1") + "]", "900"));
    assertThat(meter(null).milliwatts()).isEqualTo(900_000);
  }

  /** Fails where a part stands for the whole while the whole has no value. */
  @Test
  void aPartIsNoSubstituteForTheWhole() throws Exception {
    String cpu = entry("1", "CPU Power", "\"PhysicalContext\": \"CPU\"", "90");
    controls(entry("0", "System Power", "\"PhysicalContext\": \"Chassis\"", "null"), cpu);

    assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("shows a power");
    controls(entry("0", "System Power", "\"PhysicalContext\": \"Chassis\"", "500"), cpu);
    RedfishMeter meter = meter(null);
    assertThat(meter.milliwatts()).isEqualTo(500_000);
    controls(cpu, entry("0", "System Power", "\"PhysicalContext\": \"Chassis\"", "510"));
    assertThat(meter.milliwatts()).as("in another order").isEqualTo(510_000);
  }

  @Test
  void ofSeveralNodesInAChassisTheFileNamesOne() throws Exception {
    controls(
        entry("n1", "Node 1", "\"PhysicalContext\": \"Chassis\"", "100"),
        entry("n2", "Node 2", "\"PhysicalContext\": \"Chassis\"", "200"));

    assertThatThrownBy(() -> meter(null).milliwatts())
        .hasMessageContaining("['n1' (Node 1), 'n2' (Node 2)]")
        .hasMessageContaining("setting 'powerControl'");
    assertThat(meter("n2").milliwatts()).isEqualTo(200_000);
    assertThat(meter("Node 1").milliwatts()).isEqualTo(100_000);
    assertThatThrownBy(() -> meter("n3").milliwatts())
        .hasMessageContaining("not one power control is 'n3'");
  }

  /** Fails where a link that the service does not serve hides the older place, or other chassis. */
  @Test
  void aLinkToNothingHidesNoOtherPlace() throws Exception {
    service.chassis(
        Map.of(
            "1",
            "{\"EnvironmentMetrics\": " + link("/none") + ", \"Power\": " + link("/p") + "}",
            "gone",
            "{\"Power\": " + link("/none") + "}"));
    service.serve("/p", "{\"PowerControl\": [{\"PowerConsumedWatts\": 410}]}");

    assertThat(meter(null).milliwatts()).isEqualTo(410_000);
  }

  /**
   * Fails where a redirect within the service is an error, or a slash at the end part of the id.
   */
  @Test
  void pathsMayEndWithASlash() throws Exception {
    service.leadTo("PATH");
    service.serve(CHASSIS + "/", "{\"Members\": [" + link(CHASSIS + "/1/") + "]}");
    service.serve(CHASSIS + "/1/", "{\"Power\": " + link(CHASSIS + "/1/Power") + "}");
    service.serve(CHASSIS + "/1/Power/", "{\"PowerControl\": [{\"PowerConsumedWatts\": 330}]}");

    assertThat(meter("1", null).milliwatts()).isEqualTo(330_000);
  }

  /** Fails where the password goes to whoever a redirect names. */
  @Test
  void aRedirectThatLeadsAwayIsNotFollowed() throws Exception {
    try (FakeRedfish thief = FakeRedfish.start()) {
      for (String away : new String[] {"http://localhost:", "//localhost:", "https://localhost:"}) {
        service.leadTo(away + thief.port() + "/x");
        assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("leads away to");
      }
      service.leadTo("/again");
      assertThatThrownBy(() -> meter(null).milliwatts()).hasMessageContaining("without an end");
      assertThat(thief.asked()).isEmpty();
    }
  }

  /** Fails where only the first page of many chassis is read. */
  @Test
  void chassisMayComeOnSeveralPages() throws Exception {
    service.chassis(Map.of("1", "{}", "2", "{\"Power\": " + link("/p") + "}"));
    service.serve(
        CHASSIS,
        "{\"Members\": [" + link(CHASSIS + "/1") + "], \"Members@odata.nextLink\": \"/page2\"}");
    service.serve("/page2", "{\"Members\": [" + link(CHASSIS + "/2") + "]}");
    service.serve("/p", "{\"PowerControl\": [{\"PowerConsumedWatts\": 410}]}");

    assertThat(meter(null).milliwatts()).isEqualTo(410_000);
  }

  private void controls(String... entries) {
    service.chassis(Map.of("1", "{\"Power\": " + link("/p") + "}"));
    service.serve("/p", "{\"PowerControl\": [" + String.join(",", entries) + "]}");
  }

  private static String entry(String id, String name, String more, String watts) {
    return String.format(
        "{\"MemberId\": \"%s\", \"Name\": \"%s\", %s, \"PowerConsumedWatts\": %s}",
        id, name, more, watts);
  }

  private static String link(String path) {
    return "{\"@odata.id\": \"" + path + "\"}";
  }

  private RedfishMeter meter(@Nullable String control) {
    return meter(null, control);
  }

  private RedfishMeter meter(@Nullable String chassis, @Nullable String control) {
    return new RedfishMeter(
        new RedfishService(
            HttpClient.newHttpClient(),
            URI.create("http://localhost:" + service.port()),
            "reader",
            "hunter2",
            Duration.ofSeconds(10)),
        chassis,
        new PowerControls(control));
  }
}
