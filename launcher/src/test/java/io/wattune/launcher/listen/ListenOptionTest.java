package io.wattune.launcher.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.http.Health;
import io.wattune.http.PartServer;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import io.wattune.launcher.command.ExitCode;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testkit.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class ListenOptionTest {
  @TempDir private Path folder;

  @Command(name = "part")
  private static final class Part implements Callable<Integer> {
    @Mixin private ListenOption listen = new ListenOption(9101);

    @Override
    public Integer call() {
      return ExitCode.DONE;
    }

    Optional<PartServer> start() throws EngineException {
      return listen.start("test", Health.ALWAYS_UP, Metrics.of(MetricSource.NOTHING), routes -> {});
    }
  }

  @Test
  void portZeroTakesAnyFreeOne() throws Exception {
    try (PartServer first = part("--listen", "127.0.0.1:0").start().orElseThrow();
        PartServer second = part("--listen", "127.0.0.1:0").start().orElseThrow()) {
      assertThat(first.address().getPort()).isPositive().isNotEqualTo(second.address().getPort());
    }
  }

  @Test
  void offServesNothing() throws Exception {
    assertThat(part("--listen", "off").start()).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsAWrongArgument() throws Exception {
    try (PartServer first = part("--listen", "127.0.0.1:0").start().orElseThrow()) {
      Part second = part("--listen", "127.0.0.1:" + first.address().getPort());

      assertUsage(second, "--listen: 127.0.0.1:" + first.address().getPort() + " is taken");
    }
  }

  @Test
  void whatOthersReachNeedsAToken() throws Exception {
    assertUsage(part("--listen", "0.0.0.0:0"), "--token-file");
    Path tokens = secret("read=read-token-0123456789");
    Part locked = part("--listen", "0.0.0.0:0", "--token-file", tokens.toString());
    try (PartServer server = locked.start().orElseThrow()) {
      assertThat(server.address().getPort()).isPositive();
    }
  }

  @Test
  void aTokenFileThatGivesNoTokenIsAWrongArgument() throws Exception {
    Path empty = secret("");
    assertUsage(part("--listen", "127.0.0.1:0", "--token-file", empty.toString()), "has no token");
    assertUsage(
        part("--listen", "127.0.0.1:0", "--token-file", folder.resolve("none").toString()),
        "cannot be read");
  }

  @Test
  void tokensThatOthersMayReadAreAWrongArgument() throws Exception {
    Path tokens = secret("read=read-token-0123456789");
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-r--r--"));

    assertUsage(
        part("--listen", "127.0.0.1:0", "--token-file", tokens.toString()),
        "--token-file: " + tokens + " holds a secret");
  }

  @Test
  void speaksTlsByACertificateAndItsKey() throws Exception {
    var certificates = new Certificates(folder.resolve("certificates"));
    Path key = certificates.key("part");
    Part part =
        part(
            "--listen=127.0.0.1:0",
            "--tls-certificate=" + certificates.certificatePem(key),
            "--tls-key=" + certificates.keyPem(key));

    try (PartServer server = part.start().orElseThrow()) {
      assertThat(server.address().getScheme()).isEqualTo("https");
    }
  }

  @Test
  void aCertificateThatCannotBeUsedIsAWrongArgument() throws Exception {
    var certificates = new Certificates(folder.resolve("certificates"));
    Path over = certificates.expiredKey("over");
    String certificate = "--tls-certificate=" + certificates.certificatePem(over);

    assertUsage(
        part("--listen=127.0.0.1:0", certificate, "--tls-key=" + certificates.keyPem(over)),
        "holds a certificate that expired at");
    assertUsage(part("--listen=127.0.0.1:0", certificate), "--tls-key is missing");
    assertUsage(
        part("--listen=127.0.0.1:0", "--tls-client-ca=" + certificates.authorityPem()),
        "--tls-certificate is missing");
  }

  private Path secret(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("tokens"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void whatIsNoAddressIsSaidSo() {
    assertThatThrownBy(() -> part("--listen", "9101"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("'9101' is not HOST:PORT")
        .hasMessageContaining("or off");
  }

  @Test
  void theDefaultIsThePartsPortOnLoopback() {
    String usage = new CommandLine(new Part()).getUsageMessage();

    assertThat(usage).contains("127.0.0.1:9101");
  }

  private static Part part(String... arguments) {
    var part = new Part();
    var unused = new CommandLine(part).parseArgs(arguments);
    return part;
  }

  private static void assertUsage(Part part, String message) {
    assertThatThrownBy(part::start)
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.isInputWrong()).isTrue())
        .hasMessageContaining(message);
  }
}
