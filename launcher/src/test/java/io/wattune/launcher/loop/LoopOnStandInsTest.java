package io.wattune.launcher.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.wattune.launcher.loop.StandInSite.Loaded;
import io.wattune.launcher.loop.StandInSite.Signal;
import io.wattune.launcher.loop.StandInSite.Wanted;
import io.wattune.testbed.standin.DeviceTruth;
import io.wattune.testbed.standin.NvmlStandIn;
import io.wattune.testbed.standin.StandInKind;
import io.wattune.testbed.standin.TruthTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The closed loop on devices that behave like hardware, with every part a process of its own that
 * its command starts: for each kind and each work signal clocks or limits are set within a minute
 * of the first reading, what was saved agrees with what the device really took, the work is slowed
 * by no more than is allowed, and whoever is killed, the registers are at their own values within
 * the lease. Without a work signal nothing is set, and it is said. One node has a device of each
 * kind, each with another signal, so that three runs are nine cases and a fourth has the rest.
 */
@EnabledOnOs(OS.LINUX)
class LoopOnStandInsTest {
  private static final Duration TO_SET = Duration.ofSeconds(60);

  /** The smallest steps are tried first, so that the first minute saves little. */
  private static final Duration WATCHED = Duration.ofMinutes(3);

  /** The controller's own, by default, and a second for whoever sees that it is over. */
  private static final Duration LEASE_AND_A_LITTLE = Duration.ofSeconds(11);

  /** What is allowed by default, and for looking below it now and then. */
  private static final double MOST_SLOWDOWN = 0.02;

  private static final double OF_EXPLORATION = 0.01;

  /** What is compared on the page is so far from a change of settings. */
  private static final Duration SETTLE = Duration.ofMillis(100);

  /** Of what ran at other settings, which the page must have compared at least. */
  private static final double LEAST_COMPARED = 0.7;

  private static final double LEAST_SAVED = 0.03;
  private static final double MOST_ERROR = 0.1;

  @TempDir Path path;
  private StandInSite site;
  private StandInNode node;

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
  @Tag("long")
  @Tag("alone")
  void clocksAndLimitsAreSetAndWhatIsSavedIsShown() throws Exception {
    start(
        Wanted.of(StandInKind.NVIDIA, Signal.PROGRAM),
        Wanted.of(StandInKind.AMD, Signal.SERVER),
        Wanted.of(StandInKind.POWERCAP, Signal.PROGRESS));
    // How soon is judged on a quiet machine, by the runs below.
    firstSettings(site.loads(), TO_SET.multipliedBy(4));
    for (Loaded each : site.loads()) {
      node.until(TO_SET.multipliedBy(2), () -> saved(each).path("comparedSeconds").asDouble() > 0);
    }
    comesBackWhenAllAreKilled();
  }

  @ParameterizedTest
  @Tag("soak")
  @CsvSource({"PROGRAM,SERVER,PROGRESS", "SERVER,PROGRESS,PROGRAM", "PROGRESS,PROGRAM,SERVER"})
  void theLoopCloses(Signal nvidia, Signal amd, Signal powercap) throws Exception {
    start(
        Wanted.of(StandInKind.NVIDIA, nvidia),
        Wanted.of(StandInKind.AMD, amd),
        Wanted.of(StandInKind.POWERCAP, powercap));
    closes(site.loads());
    comesBackWhoeverIsKilled();
    comesBackWhenAllAreKilled();
  }

  @Test
  @Tag("soak")
  void byCountersWhereTheyShowTheLoadAndElseNothingIsSet() throws Exception {
    start(
        Wanted.of(StandInKind.NVIDIA, Signal.COUNTERS),
        Wanted.of(StandInKind.AMD, Signal.COUNTERS),
        new Wanted(StandInKind.AMD, Signal.NONE, StandInSite.COMPUTE_BOUND),
        Wanted.of(StandInKind.POWERCAP, Signal.NONE));
    closes(site.loads().subList(0, 2));
    nothingIsSetAndItIsSaid(site.loads().subList(2, 4));
    comesBackWhenAllAreKilled();
  }

  /**
   * Little can be saved on such a load; it must not be slowed, and no more shown than was saved.
   */
  @Test
  @Tag("soak")
  void aLoadThatComputesIsNotSlowed() throws Exception {
    start(
        new Wanted(StandInKind.NVIDIA, Signal.PROGRAM, StandInSite.COMPUTE_BOUND),
        new Wanted(StandInKind.AMD, Signal.SERVER, StandInSite.COMPUTE_BOUND),
        new Wanted(StandInKind.POWERCAP, Signal.PROGRESS, StandInSite.COMPUTE_BOUND));
    List<Loaded> loads = site.loads();
    firstSettings(loads.subList(0, 1), TO_SET);
    Map<Loaded, DeviceTruth> first = truths(loads);
    long until = System.nanoTime() + WATCHED.toNanos();
    node.until(WATCHED.plusSeconds(5), () -> System.nanoTime() - until > 0);
    Map<Loaded, DeviceTruth> last = truths(loads);
    for (Loaded each : loads) {
      DeviceTruth now = last.get(each);
      DeviceTruth then = first.get(each);
      double slowdown = now.slowdownSince(then);
      double savedJoules = now.savedJoulesSince(then);
      double share = savedJoules / (now.ownJoules() - then.ownJoules());
      JsonNode saved = saved(each);
      String what =
          String.format(
              Locale.ROOT,
              "%s, computing: saved %.1f J (%.1f %%) and slowed by %.2f %%; page %s",
              each,
              savedJoules,
              100 * share,
              100 * slowdown,
              saved);
      System.out.println(what);
      assertThat(slowdown).as(what).isLessThan(MOST_SLOWDOWN + OF_EXPLORATION);
      assertThat(share).as(what).isGreaterThan(-OF_EXPLORATION);
      // The page compares what ran at other settings alone, which is a part of it.
      assertThat(saved.path("savedJoules").asDouble(0))
          .as(what)
          .isLessThan(
              Math.max(savedJoules, 0)
                  + OF_EXPLORATION * now.ownJoules()
                  + 3 * saved.path("errorJoules").asDouble(0));
    }
    comesBackWhenAllAreKilled();
  }

  private Map<Loaded, DeviceTruth> truths(List<Loaded> loads) throws Exception {
    Map<Loaded, DeviceTruth> truths = new LinkedHashMap<>();
    for (Loaded each : loads) {
      truths.put(each, node.truth(each.device()));
    }
    return truths;
  }

  private void start(Wanted... wanted) throws Exception {
    site = StandInSite.start(path, List.of(wanted));
    node = site.node();
    site.load();
  }

  /** Of some devices, from when their loads have started. */
  private void closes(List<Loaded> loads) throws Exception {
    Map<Loaded, DeviceTruth> first = firstSettings(loads, TO_SET);
    long until = System.nanoTime() + WATCHED.toNanos();
    node.until(WATCHED.plusSeconds(5), () -> System.nanoTime() - until > 0);
    Map<Loaded, DeviceTruth> last = truths(loads);
    List<Outcome> outcomes = new ArrayList<>();
    for (Loaded each : loads) {
      outcomes.add(outcome(each, first.get(each), last.get(each)));
    }
    // All before any is judged: what fails is read beside what does not.
    outcomes.forEach(System.out::println);
    for (Outcome each : outcomes) {
      each.judge();
    }
  }

  /**
   * How it went on one device.
   *
   * @param took of all since the first setting: share of energy that was saved
   * @param slowdown of all since the first setting
   * @param tuned what the device really took in the seconds that the page compares
   * @param share what the page says was saved
   * @param error its standard error
   * @param seconds which the page has compared
   */
  private record Outcome(
      Loaded load,
      double took,
      double slowdown,
      TruthTable.Tuned tuned,
      double share,
      double error,
      double seconds) {
    void judge() {
      assertThat(share)
          .as(toString())
          .isBetween(tuned.savedShare() - 3 * error, tuned.savedShare() + 3 * error);
      assertThat(error).as(toString()).isLessThan(MOST_ERROR);
      assertThat(slowdown).as(toString()).isLessThan(MOST_SLOWDOWN + OF_EXPLORATION);
      assertThat(took).as(toString()).isGreaterThan(LEAST_SAVED);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: saved %.1f %% and slowed by %.2f %% since the first setting;"
              + " page %.1f %% +- %.1f %% of %.0f s, truth %.1f %% of %d s",
          load,
          100 * took,
          100 * slowdown,
          100 * share,
          100 * error,
          seconds,
          100 * tuned.savedShare(),
          tuned.seconds());
    }
  }

  private Outcome outcome(Loaded load, DeviceTruth first, DeviceTruth last) throws Exception {
    TruthTable.Tuned tuned =
        node.truthTable()
            .tuned(
                load.device(),
                node.own(load.device()),
                SETTLE.plus(load.signal().longest()).toNanos());
    // The page is some seconds behind.
    node.until(
        () -> saved(load).path("comparedSeconds").asDouble() >= LEAST_COMPARED * tuned.seconds());
    JsonNode saved = saved(load);
    double expected = saved.path("expectedJoules").asDouble();
    return new Outcome(
        load,
        last.savedJoulesSince(first) / (last.ownJoules() - first.ownJoules()),
        last.slowdownSince(first),
        tuned,
        saved.path("savedJoules").asDouble() / expected,
        saved.path("errorJoules").asDouble() / expected,
        saved.path("comparedSeconds").asDouble());
  }

  /** What the page says was saved on a device. */
  private JsonNode saved(Loaded load) throws Exception {
    return onPage("/api/saved", "name", load);
  }

  /** A device in an answer of the page; a missing node where it is not in it yet. */
  private JsonNode onPage(String what, String key, Loaded load) throws Exception {
    for (JsonNode each : site.page(what).path("devices")) {
      if (each.path(key).asText().equals(node.id(load.device()))) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  /** What each device had taken when something was set on it. */
  private Map<Loaded, DeviceTruth> firstSettings(List<Loaded> loads, Duration limit)
      throws Exception {
    Map<Loaded, DeviceTruth> first = new LinkedHashMap<>();
    long began = System.nanoTime();
    try {
      node.until(
          limit,
          () -> {
            for (Loaded each : loads) {
              if (!first.containsKey(each) && !node.isAtOwn(each.device())) {
                first.put(each, node.truth(each.device()));
                System.out.printf(
                    Locale.ROOT,
                    "%s: first set after %.1f s%n",
                    each,
                    (System.nanoTime() - began) * 1e-9);
              }
            }
            return first.size() == loads.size();
          });
    } catch (AssertionError e) {
      Part status = node.command("status", "--bootstrap", site.bootstrapServers());
      node.until(() -> !status.isAlive());
      System.out.println(status.said());
      throw e;
    }
    return first;
  }

  private void nothingIsSetAndItIsSaid(List<Loaded> loads) throws Exception {
    Part status = node.command("status", "--bootstrap", site.bootstrapServers());
    Part doctor = node.command("doctor", node.file().toString());
    node.until(() -> !status.isAlive() && !doctor.isAlive());
    for (Loaded each : loads) {
      TruthTable.Tuned truth = node.truthTable().tuned(each.device(), node.own(each.device()), 0);
      assertThat(truth.seconds()).as(node::said).isZero();
      assertThat(status.said())
          .contains(node.id(each.device()) + ": measured, not tuned: nothing reports work");
      assertThat(onPage("/api/fleet", "id", each).path("flags").toString()).contains("no-work");
    }
    assertThat(doctor.said())
        .contains("a device of which nothing reports work is measured, not tuned");
  }

  /** One part at a time, and each is started again. */
  private void comesBackWhoeverIsKilled() throws Exception {
    node.kill("control");
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);

    site.control();
    node.until(TO_SET.plusSeconds(30), () -> !node.areAllAtOwn());
    node.kill("writer");
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);

    node.startWriter();
    node.until(TO_SET, () -> !node.areAllAtOwn());
    node.kill("agent");
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);

    node.startAgent();
    node.until(TO_SET, () -> !node.areAllAtOwn());
    node.kill("broker");
    node.until(LEASE_AND_A_LITTLE, node::areAllAtOwn);

    site.broker();
    node.until(TO_SET.plusSeconds(30), () -> !node.areAllAtOwn());
  }

  private void comesBackWhenAllAreKilled() throws Exception {
    node.kill("broker", "flink", "jobs", "control", "agent", "writer", "guardian", "dashboard");
    // As whoever supervises it starts it again.
    node.command("guardian", node.file().toString());
    // It starts first, for which a busy machine may take long.
    node.until(StandInNode.PATIENCE, node::areAllAtOwn);
  }
}
