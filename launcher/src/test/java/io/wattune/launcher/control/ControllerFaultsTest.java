package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.control.AnsweringNode;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Tunable;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.launcher.node.CommandProcess;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.FaultTable;
import io.wattune.testkit.FleetValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of controllers, with real processes: controllers, and the writer and guardian of a node
 * with two simulated GPUs. Only what the agent and the ledger job would send is made up here.
 */
@Tag("long")
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerFaultsTest {
  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final Duration SOON = Duration.ofMinutes(3);

  /** For a thread of the writer to be woken, on a machine that does much else. */
  private static final Duration LOOK = Duration.ofMillis(300);

  private static final long OWN = 1000;
  private static final int DEVICES = 2;

  @TempDir private static Path folder;
  private final List<ControlRegisters> registers = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private EmbeddedBroker broker;
  private AnsweringNode node;
  private CommandProcess writer;
  private TopicReader<Actuation> actuations;

  /** The only one that goes on when a test is over; the next test begins with it. */
  private CommandProcess controller;

  private CommandProcess frozen;

  @BeforeAll
  void startBrokerAndNode() throws Exception {
    broker = keep(EmbeddedBroker.startTemporary());
    String address = broker.bootstrapServers();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
    }
    node = keep(new AnsweringNode(address, Namespace.live(), "n", DEVICES).withoutAnswers());
    actuations =
        keep(
            TopicReader.open(
                broker.access(),
                Namespace.live().topic(Topic.ACTUATIONS),
                false,
                new ActuationCodec()));
    String file = nodeFile(address).toString();
    keep(CommandProcess.start("guardian", file));
    writer = keep(CommandProcess.start("writer", file));
    // A controller leaves a control alone for ten minutes that was refused three times.
    await().atMost(SOON).until(this::isWriterReady);
    controller = startController();
  }

  /** What a test sees is the doing of controllers that live while it runs. */
  @BeforeEach
  void awaitOneController() throws Exception {
    controller = controller.isAlive() ? controller : startController();
    node.clear();
    until(() -> devicesDecided() == DEVICES && isEachLowered());
  }

  @AfterEach
  void endTheFrozenOne() throws Exception {
    if (frozen != null) {
      frozen.kill();
    }
  }

  @AfterAll
  void stopAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void whenTheControllerIsKilledEveryGpuIsHomeWithinItsLeaseAndANewOneGoesOn() throws Exception {
    long killedNanos = nowNanos();
    controller.kill();
    until(() -> isEachHome() && restoredSince(killedNanos).size() == DEVICES);
    long homeNanos =
        restoredSince(killedNanos).stream().mapToLong(Actuation::atNanos).max().orElseThrow();

    node.readToEnd();
    List<Decision.ForDevice> sent = AnsweringNode.forDevices(node.decisions());
    long leasesEndNanos =
        sent.stream()
            .mapToLong(decision -> decision.basedOnNanos() + decision.leaseNanos())
            .max()
            .orElseThrow();
    assertThat(homeNanos).isLessThan(leasesEndNanos + LOOK.toNanos());
    long epoch = sent.stream().mapToLong(Decision::epoch).max().orElseThrow();

    node.clear();
    controller = startController();
    until(() -> !AnsweringNode.forDevices(node.decisions()).isEmpty());
    List<Decision> after = node.decisions();
    assertThat(after.get(0)).isInstanceOf(Decision.Claim.class);
    assertThat(after).extracting(Decision::epoch).allMatch(each -> each > epoch);
    assertThat(AnsweringNode.forDevices(after).get(0).byActivityName())
        .as("what was learned is known to the next")
        .isNotEmpty();
    until(this::isEachLowered);
    FaultTable.add(
        "controller killed",
        "kill -9 of the only controller while every GPU is tuned",
        "every GPU restored within its lease; the next controller claims and goes on",
        "restored; higher epoch; first decision with what was learned",
        "lease");
  }

  @Test
  void aControllerThatWasFrozenOverATakeOverIsNotObeyedWhenItGoesOn() throws Exception {
    frozen = controller;
    frozen.freeze();
    node.readToEnd(); // What it decides from now on it decides when it goes on.
    Decision.ForDevice last =
        AnsweringNode.forDevices(node.decisions()).stream()
            .max(
                Comparator.comparingLong(Decision.ForDevice::epoch)
                    .thenComparingLong(Decision.ForDevice::sequence))
            .orElseThrow();
    controller = startController();
    // A slow controller may have been taken for dead before, and have claimed more than once.
    until(() -> claims().stream().anyMatch(claim -> claim.epoch() > last.epoch()));
    long epoch = claims().stream().mapToLong(Decision::epoch).max().orElseThrow();
    until(() -> answered(epoch, ActuationOutcome.CLAIMED));

    frozen.thaw();
    // What it would send, whatever it had in its hands when it was frozen.
    node.send(Topic.DECISIONS, "n", new DecisionCodec().encode(zombie(last)));
    until(() -> refusedAsOld(last));
    until(this::isEachLowered);

    long claimedNanos =
        seen.stream()
            .filter(each -> each.outcome() == ActuationOutcome.CLAIMED && each.epoch() == epoch)
            .findFirst()
            .orElseThrow()
            .atNanos();
    assertThat(seen)
        .filteredOn(each -> each.atNanos() > claimedNanos && each.epoch() < epoch)
        .as("nothing of an older epoch was done after the claim, but own settings brought back")
        .allMatch(
            each ->
                each.outcome() == ActuationOutcome.REFUSED
                    || each.outcome() == ActuationOutcome.RESTORED
                    || each.outcome() == ActuationOutcome.SWITCHED);
    FaultTable.add(
        "controller frozen over a take-over",
        "SIGSTOP of a controller, another takes over and claims, SIGCONT; one more decision under"
            + " the old epoch",
        "nothing that is sent under the old epoch after the claim is applied",
        "every decision of the old epoch refused as old-epoch",
        "at once");
  }

  private final List<Actuation> seen = new ArrayList<>();

  private boolean answered(long epoch, ActuationOutcome outcome) {
    return seen.stream().anyMatch(each -> each.epoch() == epoch && each.outcome() == outcome);
  }

  private boolean refusedAsOld(Decision.ForDevice last) {
    return seen.stream()
        .anyMatch(
            each ->
                each.epoch() == last.epoch()
                    && each.sequence() == last.sequence() + 1_000
                    && each.outcome() == ActuationOutcome.REFUSED
                    && each.reason().equals(ActuationReason.OLD_EPOCH.code()));
  }

  private List<Decision> claims() {
    return node.decisions().stream().filter(Decision.Claim.class::isInstance).toList();
  }

  /** The next decision of a controller that does not know that it has been replaced. */
  private static Decision.ForDevice zombie(Decision.ForDevice last) {
    return new Decision.ForDevice(
        last.node(),
        last.device(),
        last.epoch(),
        last.sequence() + 1_000,
        nowNanos() - 1_000_000,
        last.leaseNanos(),
        last.defaultConfiguration(),
        last.byActivityName(),
        last.policy(),
        last.reason(),
        last.detail(),
        last.quality(),
        nowNanos(),
        null);
  }

  private CommandProcess startController() throws Exception {
    CommandProcess started =
        keep(
            CommandProcess.start(
                "control",
                "--bootstrap",
                broker.bootstrapServers(),
                "--listen",
                "off",
                "--policy",
                "fine",
                "--lease",
                LEASE.toSeconds() + "s",
                "--tasks",
                "2",
                "--session-timeout",
                "2s"));
    node.describe();
    return started;
  }

  private boolean isWriterReady() {
    return writer.hasSaid("decisions are read")
        && writer.hasSaid("a guardian watches")
        && writer.lines().stream().filter(line -> line.contains("tuning may begin")).count()
            == DEVICES;
  }

  private List<Actuation> restoredSince(long nanos) {
    return seen.stream()
        .filter(each -> each.outcome() == ActuationOutcome.RESTORED && each.atNanos() >= nanos)
        .toList();
  }

  private long devicesDecided() {
    return AnsweringNode.forDevices(node.decisions()).stream()
        .map(Decision.ForDevice::device)
        .distinct()
        .count();
  }

  private boolean isEachLowered() {
    return registers.stream().allMatch(each -> each.value(0) < OWN);
  }

  private boolean isEachHome() {
    return registers.stream().allMatch(each -> each.value(0) == OWN);
  }

  /** The node goes on as time goes by, until something holds. */
  private void until(Callable<Boolean> condition) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              node.catchUp();
              actuations.poll(Duration.ofMillis(1), seen::add);
              return condition.call();
            });
  }

  private static long nowNanos() {
    return System.currentTimeMillis() * 1_000_000;
  }

  private Path nodeFile(String address) throws Exception {
    List<Tunable> tunables = FleetValues.descriptor("n/0").tunables();
    StringBuilder devices = new StringBuilder();
    for (int i = 0; i < DEVICES; i++) {
      Path file = folder.resolve("gpu" + i + ".registers");
      ControlRegisters gpu = ControlRegisters.create(file, "n/" + i, tunables);
      // What runs is what the counters tell of: the writer switches by it.
      gpu.runs("kernel");
      registers.add(gpu);
      devices.append(i == 0 ? "" : ", ");
      devices.append(
          "{\"uuid\": \"%d\", \"kind\": \"simulated\", \"settings\": {\"registers\": \"gpu%d.registers\"}}"
              .formatted(i, i));
    }
    node.drawsBy(
        device -> registers.get(Integer.parseInt(device.substring("n/".length()))).value(0));
    return Files.writeString(
        folder.resolve("n.json"),
        """
        {"node": "n", "stateFolder": "state", "bootstrapServers": "%s",
         "devices": [%s],
         "tuning": {"isOn": true, "requiresSignature": false, "longestLeaseSeconds": 10, "controls": [
           {"device": "*", "tunable": "core.clock", "lowest": 300, "highest": 1000}]}}
        """
            .formatted(address, devices));
  }

  private <T extends AutoCloseable> T keep(T opened) {
    open.add(opened);
    return opened;
  }
}
