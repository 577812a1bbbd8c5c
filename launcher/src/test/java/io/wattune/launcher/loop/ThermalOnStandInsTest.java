package io.wattune.launcher.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.wattune.launcher.loop.StandInSite.Loaded;
import io.wattune.launcher.loop.StandInSite.Signal;
import io.wattune.launcher.loop.StandInSite.Wanted;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.StandInKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices whose temperature follows their power, read as NVIDIA's and AMD's are, kept below a limit
 * by every part as a process of its own: agent, broker, ledger, controller, writer.
 */
@EnabledOnOs(OS.LINUX)
class ThermalOnStandInsTest {
  private static final double LIMIT = 50;

  /** Half a step of NVIDIA's sensor, and what a device is read and set too late by. */
  private static final double MOST_ABOVE = 2;

  /**
   * A rung of eight is up to 3 K here (20 W at 0.13 K/W), the guard keeps a standard error of one
   * and half a step of the sensor, and the cards take half a minute to settle: two rungs and these.
   */
  private static final double MOST_BELOW = 7;

  private static final Duration WATCHED = Duration.ofSeconds(30);

  @TempDir Path path;
  private StandInSite site;

  @BeforeEach
  void needsACompilerAndJars() {
    Assumptions.assumeTrue(
        NvmlStandIn.obstacle().isEmpty(), () -> NvmlStandIn.obstacle().orElse(""));
    assumeThat(System.getProperty("java.class.path"))
        .as("jars of all modules for Flink, which 'verify' makes and 'test' does not")
        .containsPattern("wattune-streams-[^:;]*\\.jar");
  }

  @AfterEach
  void stop() throws Exception {
    if (site != null) {
      site.close();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("alone")
  void hotDevicesAreKeptBelowTheirLimitAndComeBackWhenNobodyControlsThem() throws Exception {
    StandInNode node = keepBelowTheLimit();

    node.kill("control");
    node.until(Duration.ofSeconds(12), node::areAllAtOwn);
  }

  /** What kept one far below, for minutes in three of seven runs, is in decision 0062. */
  @Test
  @Tag("soak")
  void noDeviceStaysFarBelowItsLimit() throws Exception {
    StandInNode node = keepBelowTheLimit();

    for (Loaded each : site.loads()) {
      node.until(
          Duration.ofSeconds(60), () -> node.truth(each.device()).celsius() > LIMIT - MOST_BELOW);
    }
  }

  private StandInNode keepBelowTheLimit() throws Exception {
    site =
        StandInSite.start(
            path,
            List.of(
                new Wanted(StandInKind.NVIDIA, Signal.NONE, StandInSite.COMPUTE_BOUND),
                new Wanted(StandInKind.AMD, Signal.NONE, StandInSite.COMPUTE_BOUND)),
            List.of("--policy", "thermal", "--temperature-limit", Double.toString(LIMIT)));
    StandInNode node = site.node();
    site.load();
    for (Loaded each : site.loads()) {
      node.until(Duration.ofSeconds(120), () -> !node.isAtOwn(each.device()));
    }
    // What heated it before the first reading has to go.
    for (Loaded each : site.loads()) {
      node.until(
          Duration.ofSeconds(60), () -> node.truth(each.device()).celsius() < LIMIT + MOST_ABOVE);
    }

    Map<Loaded, Double> highest = new LinkedHashMap<>();
    long until = System.nanoTime() + WATCHED.toNanos();
    node.until(
        WATCHED.plusSeconds(10),
        () -> {
          for (Loaded each : site.loads()) {
            highest.merge(each, node.truth(each.device()).celsius(), Math::max);
          }
          return System.nanoTime() - until > 0;
        });

    for (Loaded each : site.loads()) {
      assertThat(highest.get(each)).as("%s: %s", each, node.said()).isLessThan(LIMIT + MOST_ABOVE);
    }
    return node;
  }
}
