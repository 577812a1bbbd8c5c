package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.guard.Guard;
import io.wattune.core.guard.GuardVerdict;
import io.wattune.core.policy.Evidence;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.FineSettings;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Objective;
import io.wattune.core.policy.Policy;
import io.wattune.core.policy.RateStatistics;
import io.wattune.core.policy.Turn;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each property of {@code DeviceLoopPropertyTest} fails on a loop that is broken on purpose. */
class BrokenLoopTest {
  private static final FineSettings FINE = DeviceLoopPropertyTest.FINE;
  private static final Policy SOUND = new FinePolicy(FINE);
  private static final List<Guard> GUARDS = DeviceLoopPropertyTest.guards();

  @Test
  void aSignalThatDoesNotFallWithTheClockGivesPerformanceAway() {
    Policy busy = new Wrapped(SOUND, (memory, seen) -> Evidence.ofRate(1, seen.endNanos()));

    assertThat(broken(busy, GUARDS, LoopRun.Flaw.NONE, "rate")).contains("rate");
  }

  @Test
  void withoutRevertPerformanceIsGivenAway() {
    Policy careless =
        new FinePolicy(
            new FineSettings(0.9, 8, 64, 3, 4, 12, 5, 600_000_000_000L, Objective.ENERGY));

    assertThat(broken(careless, GUARDS, LoopRun.Flaw.NONE, "rate")).contains("rate");
  }

  @Test
  void withoutStatisticsItClaimsToKnowWhatNoiseHides() {
    Policy rash =
        new FinePolicy(
            new FineSettings(0.02, 2, 2, 0.01, 4, 12, 5, 600_000_000_000L, Objective.ENERGY));

    assertThat(broken(rash, GUARDS, LoopRun.Flaw.NONE, "says")).contains("says");
  }

  @Test
  void anIntegralThatWindsUpDoesNotSettle() {
    LoopRun winding = new LoopRun(2, new WindsUp(), GUARDS, LoopRun.Link.GOOD, false);
    winding.run(1000).checker.checkEnd(winding, FINE);
    LoopRun sound = new LoopRun(2, SOUND, GUARDS, LoopRun.Link.GOOD, false);
    sound.run(1000).checker.checkEnd(sound, FINE);

    assertThat(winding.checker.broken()).contains("settles");
    assertThat(sound.checker.details()).isEmpty();
  }

  @Test
  void whoDoesNotSeeAGainGivesItAway() {
    Policy blind =
        new Wrapped(
            SOUND,
            (memory, seen) -> {
              RateStatistics reference = ((FineMemory) memory).reference();
              double most = reference.count() > 0 ? reference.mean() : 1e300;
              return Evidence.ofRate(Math.min(seen.rate(), most), seen.endNanos());
            });

    assertThat(broken(blind, GUARDS, LoopRun.Flaw.NONE, "best")).contains("best");
  }

  @Test
  void whoLowersNothingIsSeen() {
    Policy timid =
        new Wrapped(
            SOUND,
            (memory, seen) ->
                seen.withBins(
                    Map.of(
                        "knob.0",
                        SensitivityBin.HIGH,
                        "knob.1",
                        SensitivityBin.HIGH,
                        "knob.2",
                        SensitivityBin.HIGH)));

    // It never ends, since there is always something left to lower.
    assertThat(broken(timid, GUARDS, LoopRun.Flaw.NONE, "settles")).contains("settles");
  }

  @Test
  void withoutDwellItOscillatesFaster() {
    assertThat(broken(SOUND, without("dwell"), LoopRun.Flaw.NONE, "dwell")).contains("dwell");
  }

  @Test
  void withoutStepItJumps() {
    assertThat(broken(SOUND, without("step"), LoopRun.Flaw.NONE, "step")).contains("step");
  }

  @Test
  void withoutHoldItDisobeys() {
    assertThat(broken(SOUND, without("hold"), LoopRun.Flaw.NONE, "hold")).contains("hold");
  }

  @Test
  void withoutQualityItExploresBlindly() {
    assertThat(broken(SOUND, without("quality"), LoopRun.Flaw.NONE, "quality")).contains("quality");
  }

  @Test
  @Tag("nightly")
  void whatWalksOffTheGridOrAboveOwnIsSeen() {
    List<Guard> lastBelow = new ArrayList<>(GUARDS);
    lastBelow.add(shifting(-1));
    List<Guard> lastAbove = new ArrayList<>(GUARDS);
    lastAbove.add(shifting(10_000));

    assertThat(broken(SOUND, lastBelow, LoopRun.Flaw.NONE, "range")).contains("range");
    assertThat(broken(SOUND, lastAbove, LoopRun.Flaw.NONE, "range", "own"))
        .contains("range", "own");
  }

  @Test
  @Tag("nightly")
  void theGuardsHoldWhatAShiftedWishWouldBreak() {
    List<Guard> firstBelow = new ArrayList<>(GUARDS);
    firstBelow.add(0, shifting(-1));
    List<Guard> firstAbove = new ArrayList<>(GUARDS);
    firstAbove.add(0, shifting(10_000));

    assertThat(broken(SOUND, firstBelow, LoopRun.Flaw.NONE))
        .doesNotContain("range", "own", "step", "dwell");
    assertThat(broken(SOUND, firstAbove, LoopRun.Flaw.NONE))
        .doesNotContain("range", "own", "step", "dwell");
  }

  @Test
  void whoBelievesWhatItSentMovesOnWithoutKnowingWhatIsInForce() {
    assertThat(broken(SOUND, GUARDS, LoopRun.Flaw.BELIEVES_WHAT_IT_SENT, "step")).contains("step");
  }

  @Test
  void whoIgnoresRefusalsAsksInAStorm() {
    LoopRun deaf = new LoopRun(3, SOUND, GUARDS, LoopRun.Link.REFUSING, false);
    deaf.flaw = LoopRun.Flaw.IGNORES_REFUSALS;
    deaf.run(600).checker.checkNoStorm(deaf);
    LoopRun sound = new LoopRun(3, SOUND, GUARDS, LoopRun.Link.REFUSING, false).run(600);
    sound.checker.checkNoStorm(sound);

    assertThat(deaf.checker.broken()).contains("storm");
    assertThat(sound.checker.details()).isEmpty();
  }

  /** The properties that break on the first plants, until these have all been seen to. */
  private static Set<String> broken(
      Policy policy, List<Guard> guards, LoopRun.Flaw flaw, String... expected) {
    Set<String> broken = new HashSet<>();
    long plants = expected.length > 0 ? 300 : 30;
    for (long seed = 0; seed < plants; seed++) {
      LoopRun.Link link = seed % 2 == 0 ? LoopRun.Link.GOOD : LoopRun.Link.BAD;
      LoopRun run = new LoopRun(seed, policy, guards, link, seed % 5 == 0);
      run.flaw = flaw;
      run.run(150).checker.checkEnd(run, FINE);
      broken.addAll(run.checker.broken());
      if (expected.length > 0 && broken.containsAll(Set.of(expected))) {
        break;
      }
    }
    return broken;
  }

  private static List<Guard> without(String missing) {
    return GUARDS.stream().filter(guard -> !guard.name().equals(missing)).toList();
  }

  /** Shows a policy other evidence. */
  private record Wrapped(Policy policy, BiFunction<KernelMemory, Evidence, Evidence> other)
      implements Policy {
    @Override
    public String name() {
      return "wrapped";
    }

    @Override
    public Optional<KernelMemory> begin(String activityName, long timeNanos) {
      return policy.begin(activityName, timeNanos);
    }

    @Override
    public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
      return policy.next(memory, other.apply(memory, evidence), ladders);
    }

    @Override
    public Turn refused(
        KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
      return policy.refused(memory, tunable, bins, ladders);
    }
  }

  /** Integrates what the rate is above its limit; nothing stops the sum at the lowest rung. */
  private static final class WindsUp implements Policy {
    private final Map<String, Double> first = new HashMap<>();
    private final Map<String, Double> sums = new HashMap<>();

    @Override
    public String name() {
      return "winds-up";
    }

    @Override
    public Optional<KernelMemory> begin(String activityName, long timeNanos) {
      return SOUND.begin(activityName, timeNanos);
    }

    @Override
    public Turn next(KernelMemory before, Evidence evidence, Ladders ladders) {
      FineMemory memory = (FineMemory) before;
      String name = memory.activityName();
      double reference = first.computeIfAbsent(name, key -> evidence.rate());
      double sum = sums.merge(name, 10 * (evidence.rate() / reference - 0.98), Double::sum);
      Map<String, Integer> rungs = new HashMap<>();
      ladders
          .names()
          .forEach(each -> rungs.put(each, (int) Math.max(0, Math.min(sum, ladders.lowest(each)))));
      KernelMemory moved =
          new FineMemory(
              name,
              memory.state(),
              rungs,
              memory.bestRungs(),
              List.of(),
              "",
              List.of(),
              memory.reference(),
              memory.benchmark(),
              memory.best(),
              memory.trial(),
              memory.fallen(),
              memory.scores(),
              memory.budget(),
              memory.tolerance(),
              memory.objective(),
              false,
              0,
              0,
              0,
              0,
              0,
              0);
      return new Turn(moved, "lower", "The sum is " + sum + ".");
    }

    @Override
    public Turn refused(
        KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
      return new Turn(memory, "", "");
    }
  }

  /** Shifts every value. */
  private static Guard shifting(long by) {
    return new Guard(
        "shifting",
        (wished, context) -> {
          Map<String, Configuration> shifted = new HashMap<>();
          wished.forEach((kernel, each) -> shifted.put(kernel, shifted(each, by)));
          return new GuardVerdict(shifted, false, "shifted");
        });
  }

  private static Configuration shifted(Configuration configuration, long by) {
    return new Configuration(
        configuration.settings().stream()
            .map(each -> new Setting(each.tunable(), each.unit(), each.value() + by))
            .toList());
  }
}
