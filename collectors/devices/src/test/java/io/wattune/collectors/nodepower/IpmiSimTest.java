package io.wattune.collectors.nodepower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.wattune.collectors.device.DeviceException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way to a controller over the network, with the real ipmitool and OpenIPMI's simulator of a
 * controller (Debian's packages ipmitool and openipmi). The simulator logs users in as controllers
 * do; it does not know DCMI, so that its answer to the question for power is always a refusal.
 */
@Tag("soak")
class IpmiSimTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LIMIT_MILLIS = 5_000;

  @TempDir private Path folder;
  private int port;
  private Process simulator;

  @BeforeEach
  void start() throws Exception {
    for (String program : List.of("ipmi_sim", "ipmitool")) {
      assumeThat(isThere(program)).as("%s is on the path", program).isTrue();
    }
    try (var free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.createDirectories(folder.resolve("state"));
    Path lan =
        Files.writeString(
            folder.resolve("lan.conf"),
            """
            name "simulated"
            set_working_mc 0x20
              startlan 1
                addr 127.0.0.1 %d
                priv_limit admin
                allowed_auths_user md5
                allowed_auths_admin md5
                guid a123456789abcdefa123456789abcdef
              endlan
              user 2 true "reader" "hunter2" admin 10 md5
            """
                .formatted(port));
    Path setUp =
        Files.writeString(
            folder.resolve("set-up"),
            """
            mc_setbmc 0x20
            mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02 persist_sdr
            mc_enable 0x20
            """);
    simulator =
        new ProcessBuilder(
                "ipmi_sim",
                "-c",
                lan.toString(),
                "-f",
                setUp.toString(),
                "-s",
                folder.resolve("state").toString(),
                "-n")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("simulator.log").toFile())
            .start();
    await("a controller that logs in")
        .atMost(PATIENCE)
        .until(() -> said("hunter2", "-C", "3").contains("DCMI"));
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (simulator != null) {
      simulator.destroyForcibly().waitFor();
    }
  }

  private static boolean isThere(String program) {
    return List.of(System.getenv("PATH").split(":", -1)).stream()
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /** It is logged in, and the question for power reaches the controller. */
  @Test
  void aUserIsLoggedInAndTheControllersRefusalIsQuoted() throws Exception {
    assertThat(said("hunter2", "-C", "3", "-L", "USER"))
        .startsWith("ipmitool ends with 1: '")
        .contains("DCMI request failed because: ")
        .contains("check host, user, passwordFile");
  }

  @Test
  void aWrongPasswordIsNoPower() throws Exception {
    assertThat(said("another", "-C", "3"))
        .contains("Unable to establish IPMI v2 / RMCP+ session")
        .contains("check host, user, passwordFile");
  }

  /** The simulator does not say which suites it has: asking for that takes ten seconds. */
  @Test
  void withoutACipherSuiteTheTimeIsOverAndTheMessageSaysSo() throws Exception {
    assertThat(said("hunter2"))
        .contains("ipmitool does not answer within 5000 ms; ")
        .contains("\"cipherSuite\"");
  }

  /** What a poll says that ends without a power. */
  private String said(String password, String... options) throws Exception {
    Path file = Files.writeString(folder.resolve("password"), password + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    List<String> command =
        new ArrayList<>(List.of("ipmitool", "-I", "lanplus", "-H", "127.0.0.1", "-p", "" + port));
    command.addAll(List.of("-U", "reader", "-f", file.toString()));
    command.addAll(List.of(options));
    var meter = new IpmiMeter(command, LIMIT_MILLIS);
    List<String> said = new ArrayList<>();
    assertThatThrownBy(meter::milliwatts)
        .isInstanceOf(DeviceException.class)
        .satisfies(e -> said.add(e.getMessage()));
    return said.get(0);
  }
}
