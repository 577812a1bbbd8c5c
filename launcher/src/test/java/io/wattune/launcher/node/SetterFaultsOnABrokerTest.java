package io.wattune.launcher.node;

import static io.wattune.launcher.node.SplitNode.OWN;
import static io.wattune.launcher.node.SplitNode.PATIENCE;
import static io.wattune.launcher.node.SplitNode.signal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.testkit.FaultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The faults, done to a node whose privileges are separated: setter, restorer, {@code writer
 * --setter} and {@code guardian --setter} as processes. What systemd would do, the test does.
 */
@Tag("long")
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class SetterFaultsOnABrokerTest {
  private static final long LEASE_MILLIS = 4_000;
  private static final String LEASE = "the lease (4 s)";

  /** A JVM starts within it, on a machine that does much else. */
  private static final long START_LEASE_MILLIS = 20_000;

  private static final long LONG_LEASE_MILLIS = 60_000;

  /** A guardian without privileges waits 6 s where a device may hang for 1 s; two JVMs start. */
  private static final Duration ASKED = Duration.ofSeconds(20);

  @TempDir private static Path folder;
  private static EmbeddedBroker broker;
  private static SplitNode node;
  private static CommandProcess writer;
  private static CommandProcess guardian;

  /** New ones for every test: who restores for the first time is the slowest. */
  private Process setter;

  private Process restorer;

  /** Those without privileges, which take the most to start, live until a test ends them. */
  @BeforeAll
  static void startBrokerAndNode() throws Exception {
    broker = SplitNode.startBroker(folder.resolve("broker"));
    node = new SplitNode(folder, broker, "n1", true);
    guardian = node.startGuardian();
    writer = node.startWriter();
  }

  @AfterAll
  static void stopNodeAndBroker() throws Exception {
    node.close();
    broker.close();
  }

  @BeforeEach
  void start() throws Exception {
    restorer = node.startRestorer();
    setter = node.startSetter();
    guardian = guardian.isAlive() ? guardian : node.startGuardian();
    writer = writer.isAlive() ? writer : node.startWriter();
    node.awaitOwnMillis();
    node.tune(500, LONG_LEASE_MILLIS);
    // Where they took long to start, the guardian has asked. Now it has no reason to.
    Files.deleteIfExists(wanted());
  }

  @AfterEach
  void stop() throws Exception {
    setter.destroyForcibly().waitFor();
    restorer.destroyForcibly().waitFor();
    writer.thaw();
  }

  @Test
  void bothHalvesOfTheWriterKilled() throws Exception {
    node.tune(600, LEASE_MILLIS);

    signal(setter, "KILL");
    writer.signal("KILL");

    assertThat(node.awaitOwnMillis()).isLessThan(LEASE_MILLIS);
    await().atMost(PATIENCE).until(() -> !hasJournal());
    row(
        "setter and writer --setter: kill -9 of both",
        "a device tuned, neither started again",
        "restorer restores at once",
        LEASE);
  }

  @Test
  void bothHalvesOfTheWriterFrozen() throws Exception {
    node.tune(600, LEASE_MILLIS);

    signal(setter, "STOP");
    writer.signal("STOP");

    assertThat(node.awaitOwnMillis()).isLessThan(LEASE_MILLIS);
    assertThat(setter.waitFor(30, TimeUnit.SECONDS)).as("it was killed").isTrue();
    await().atMost(PATIENCE).until(() -> !hasJournal());
    row(
        "setter and writer --setter: SIGSTOP of both",
        "a device tuned, never continued",
        "restorer kills the setter and restores before the lease ends",
        LEASE);
  }

  @Test
  void theSetterKilledAndStartedAgain() throws Exception {
    node.tune(600, LEASE_MILLIS);

    signal(setter, "KILL");
    setter.waitFor();
    setter = node.startSetter();

    assertThat(node.awaitOwnMillis()).isLessThan(LEASE_MILLIS);
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "setter: kill -9 and started again at once",
        "setter and restorer both may restore",
        "one of them does; tuning goes on with the same own settings",
        LEASE);
  }

  @Test
  void theSetterFrozen() throws Exception {
    node.tune(600, LEASE_MILLIS);

    signal(setter, "STOP");

    assertThat(node.awaitOwnMillis()).isLessThan(LEASE_MILLIS);
    assertThat(setter.waitFor(30, TimeUnit.SECONDS)).as("it was killed").isTrue();
    setter = node.startSetter();
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "setter: SIGSTOP",
        "a device tuned, never continued; then started again",
        "restorer kills it and restores before the lease ends; tuning goes on",
        LEASE);
  }

  @Test
  void theHalfWithoutPrivilegesKilled() throws Exception {
    node.tune(600, LEASE_MILLIS);

    writer.signal("KILL");

    assertThat(node.awaitOwnMillis()).isLessThan(LEASE_MILLIS);
    assertThat(setter.isAlive()).isTrue();
    writer = node.startWriter();
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "writer --setter: kill -9",
        "a device tuned; started again when its lease is over",
        "the lease runs out in the setter; tuning goes on",
        LEASE);
  }

  @Test
  void theRestorerKilled() throws Exception {
    signal(restorer, "KILL");

    await().atMost(Duration.ofSeconds(5)).until(() -> node.clock() == OWN);
    node.decide(600, LONG_LEASE_MILLIS);
    restorer = node.startRestorer();
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "restorer: kill -9",
        "a device tuned with a lease of 60 s",
        "setter restores, refuses until there is one again",
        "5 s");
  }

  @Test
  void theRestorerFrozen() throws Exception {
    signal(restorer, "STOP");

    await().atMost(Duration.ofSeconds(5)).until(() -> node.clock() == OWN);
    await().atMost(ASKED).until(() -> Files.exists(wanted()));
    asSystemdDoes();
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "restorer: SIGSTOP",
        "a device tuned with a lease of 60 s, never continued",
        "counts as absent; guardian --setter asks, setter and restorer are started again; tuning"
            + " goes on",
        "5 s");
  }

  @Test
  void bothWithPrivilegesFrozen() throws Exception {
    long fromNanos = System.nanoTime();

    signal(setter, "STOP");
    signal(restorer, "STOP");

    await().atMost(ASKED).until(() -> Files.exists(wanted()));
    assertThat(node.clock()).as("nobody else could").isEqualTo(500);
    asSystemdDoes();
    node.awaitOwnMillis();
    assertThat(System.nanoTime() - fromNanos).isLessThan(ASKED.toNanos());
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "setter and restorer: SIGSTOP of both",
        "a device tuned with a lease of 60 s, never continued",
        "guardian --setter asks, both are ended and started again; the setter restores first",
        "20 s");
  }

  @Test
  void allOfThemKilled() throws Exception {
    node.tune(600, START_LEASE_MILLIS);
    for (Process each : List.of(setter, restorer, writer.process(), guardian.process())) {
      signal(each, "KILL");
      each.waitFor();
    }
    assertThat(node.clock()).isEqualTo(600);

    restorer = node.startRestorer();
    setter = node.startSetter();
    assertThat(node.awaitOwnMillis()).isLessThan(START_LEASE_MILLIS);

    writer = node.startWriter();
    node.tune(700, LONG_LEASE_MILLIS);
    row(
        "setter, restorer, writer --setter, guardian --setter: kill -9 of all",
        "a device tuned; started again, as systemd does",
        "own settings from the journal before anything else; tuning goes on",
        "the lease (20 s), and the start of setter or restorer");
  }

  @Test
  void theGuardianWithoutPrivilegesKilled() throws Exception {
    guardian.signal("KILL");
    guardian.process().waitFor();

    node.tune(600, LONG_LEASE_MILLIS);
    assertThat(restorer.isAlive()).isTrue();
    row(
        "guardian --setter: kill -9",
        "a device tuned with a lease of 60 s",
        "tuning goes on: whoever restores is another process",
        "nothing was written");
  }

  private Path wanted() {
    return node.state().resolve("guardian/restart-wanted");
  }

  private boolean hasJournal() {
    return Files.exists(node.state().resolve("journal"));
  }

  /** wattune-restart.service, and Restart=always of both. */
  private void asSystemdDoes() throws Exception {
    setter.destroyForcibly().waitFor();
    restorer.destroyForcibly().waitFor();
    restorer = node.startRestorer();
    setter = node.startSetter();
  }

  private static void row(String fault, String done, String expected, String bound)
      throws Exception {
    FaultTable.add(fault, done, expected, "as expected", bound);
  }
}
