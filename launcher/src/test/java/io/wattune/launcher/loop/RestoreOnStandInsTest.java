package io.wattune.launcher.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.testbed.standin.DeviceTruth;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.Registers;
import io.wattune.testbed.standin.StandInKind;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node whose devices behave like hardware, of all three kinds that can be set: what its agent
 * measures is what they took, what is decided is in their registers and does to power and speed
 * what their equations say, and whoever is killed, the registers are at their own values within the
 * lease.
 */
@Tag("long")
@Tag("alone")
@EnabledOnOs(OS.LINUX)
class RestoreOnStandInsTest {
  private static final Duration LEASE = Duration.ofSeconds(5);

  /** A lease that is over is seen some milliseconds later, on a machine that is busy. */
  private static final Duration LEASE_AND_A_LITTLE = LEASE.plusSeconds(1);

  /** A JVM starts within it, on a machine that does much else. */
  private static final Duration LEASE_AND_A_START = Duration.ofSeconds(20);

  private static final String MEMORY_BOUND = "0.03:0.92";
  private static final Map<StandInKind, Configuration> TUNED =
      Map.of(
          StandInKind.NVIDIA,
          Configuration.of(new Setting(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, 1065)),
          StandInKind.AMD,
          Configuration.of(new Setting(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, 950)),
          StandInKind.POWERCAP,
          Configuration.of(new Setting(TunableName.POWER_LIMIT, TunableUnit.MILLIWATTS, 80_000)));

  private static final Map<StandInKind, Registers> REGISTERS =
      Map.of(
          StandInKind.NVIDIA,
          new Registers(1065, 0, 350_000),
          StandInKind.AMD,
          new Registers(950, 0, 225_000),
          StandInKind.POWERCAP,
          new Registers(0, 0, 80_000));

  @TempDir Path path;
  private EmbeddedBroker broker;
  private DecisionSender controller;
  private StandInNode node;

  @BeforeEach
  void start() throws Exception {
    Assumptions.assumeTrue(
        NvmlStandIn.obstacle().isEmpty(), () -> NvmlStandIn.obstacle().orElse(""));
    broker = EmbeddedBroker.start(path.resolve("broker"), 0);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    controller = new DecisionSender(broker.bootstrapServers());
    node = StandInNode.start(path, List.of(StandInKind.values()));
    node.writeFile(broker.bootstrapServers(), "", "");
    for (StandInKind kind : StandInKind.values()) {
      node.load(kind, "silent", MEMORY_BOUND);
    }
    node.startAgent();
    node.startWriter();
  }

  @AfterEach
  void stop() throws Exception {
    if (node != null) {
      node.close();
      controller.close();
      broker.close();
    }
  }

  @Test
  void registersFollowDecisionsAndGoBackWhoeverIsKilled() throws Exception {
    for (StandInKind kind : StandInKind.values()) {
      DeviceTruth before = node.truth(kind);
      tune(LEASE, kind);
      node.until(() -> node.truth(kind).watts() < before.watts() - 5);
    }
    energyIsWhatTheDevicesTook();

    tuneAll();
    node.kill("writer");
    awaitOwn("the guardian restores");

    node.startWriter();
    tuneAll();
    node.kill("agent", "writer");
    awaitOwn("without an agent, too");

    node.startAgent();
    node.startWriter();
    tuneAll();
    node.kill("guardian");
    awaitOwn("the lease is over");

    node.startWriter();
    tune(LEASE_AND_A_START, StandInKind.values());
    node.kill("agent", "writer", "guardian");
    // As whoever supervises them starts them again.
    node.command("guardian", node.file().toString());
    node.until(LEASE_AND_A_START, node::areAllAtOwn);
  }

  /** By the agent's own ledger, with the clocks that are set now. */
  private void energyIsWhatTheDevicesTook() throws Exception {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(node.socket()));
      say(channel, "{\"do\":\"start\",\"id\":\"a\",\"name\":\"look\",\"level\":\"span\"}");
      long until = System.nanoTime() + Duration.ofSeconds(6).toNanos();
      node.until(() -> System.nanoTime() - until > 0);
      JsonNode answer = say(channel, "{\"do\":\"end\",\"id\":\"a\"}");
      long from = answer.path("startNanos").asLong();
      long to = answer.path("endNanos").asLong();
      for (StandInKind kind : StandInKind.values()) {
        JsonNode device = deviceOf(answer, kind);
        double truth = node.truthTable().joules(node.device(kind), from, to);
        double error = device.path("standardErrorJoules").asDouble();
        assertThat(device.path("joules").asDouble())
            .as(() -> kind + " took " + truth + " J, the answer is " + answer)
            .isBetween(truth - 3 * error, truth + 3 * error);
        assertThat(error).as("what is stated is of use").isLessThan(0.15 * truth);
      }
    }
  }

  private JsonNode deviceOf(JsonNode answer, StandInKind kind) {
    for (JsonNode device : answer.path("devices")) {
      if (device.path("device").asText().equals(node.id(kind))) {
        return device;
      }
    }
    throw new AssertionError("no " + kind + " in " + answer);
  }

  private static JsonNode say(SocketChannel channel, String line) throws Exception {
    ByteBuffer out = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (out.hasRemaining()) {
      channel.write(out);
    }
    ByteBuffer in = ByteBuffer.allocate(65_536);
    while (in.position() == 0 || in.get(in.position() - 1) != '\n') {
      if (channel.read(in) < 0) {
        throw new AssertionError("the agent has closed the connection");
      }
    }
    JsonNode answer = new ObjectMapper().readTree(in.array(), 0, in.position());
    assertThat(answer.path("ok").asBoolean()).as(answer.toString()).isTrue();
    return answer;
  }

  private void tuneAll() {
    tune(LEASE, StandInKind.values());
  }

  /** Decides again and again, as a controller does, until all registers have it at one time. */
  private void tune(Duration lease, StandInKind... kinds) {
    node.until(
        StandInNode.PATIENCE,
        Duration.ofMillis(300),
        () -> {
          boolean all = true;
          for (StandInKind kind : kinds) {
            controller.decide(node.id(kind), lease, TUNED.get(kind));
            all &= isTuned(kind);
          }
          return all;
        });
  }

  private boolean isTuned(StandInKind kind) throws IOException {
    return node.registers(kind).equals(REGISTERS.get(kind));
  }

  /** Each lease began before: each was seen in force. */
  private void awaitOwn(String why) {
    long began = System.nanoTime();
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).as(why).isLessThan(LEASE_AND_A_LITTLE);
  }
}
