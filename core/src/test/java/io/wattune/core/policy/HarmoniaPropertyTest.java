package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * What holds for every steady kernel, whatever its bins say, at up to 0.5 % of noise; and that a
 * policy which is broken breaks it.
 */
class HarmoniaPropertyTest {
  private static final HarmoniaSettings HARMONIA = HarmoniaSettings.HARMONIA;
  private static final double MOST_NOISE = 0.005;

  /** Invocations for which a kernel is watched after it must have settled. */
  private static final int AFTER = 200;

  @Property(tries = 100)
  void harmoniaKeepsItsPromises(@ForAll long seed) {
    assertThat(broken(new HarmoniaPolicy(HARMONIA), HARMONIA, seed)).isEmpty();
  }

  /**
   * Noise of that size sets one kernel in ten thousand going again (1 of 12,000 was seen, seed
   * 3824): two of two hundred would be once in some thousand runs of this test.
   */
  @Property(tries = 1)
  void judgedByEightItKeepsThemAtFourTimesTheNoise(@ForAll Random random) {
    HarmoniaSettings live = HARMONIA.withJudging(HarmoniaJudging.LIVE);
    List<String> misled = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      long seed = random.nextLong();
      Set<String> broken = broken(new HarmoniaPolicy(live), live, seed, 4 * MOST_NOISE);
      if (broken.remove("oscillates")) {
        misled.add("seed " + seed);
      }
      assertThat(broken).as("seed " + seed).isEmpty();
    }
    assertThat(misled).as("set going again").hasSizeLessThan(2);
  }

  @Property(tries = 100)
  void dvfsOnlyKeepsThem(@ForAll long seed) {
    HarmoniaSettings dvfs = HarmoniaSettings.DVFS_ONLY;

    assertThat(broken(new HarmoniaPolicy(dvfs), dvfs, seed)).isEmpty();
  }

  /** It has no feedback, so it promises no performance. */
  @Property(tries = 100)
  void theCoarseHalfAloneStaysInRangeAndGoesOnce(@ForAll long seed) {
    HarmoniaSettings coarse = HarmoniaSettings.COARSE_ONLY;
    Set<String> broken = broken(new HarmoniaPolicy(coarse), coarse, seed);
    broken.removeAll(Set.of("settles", "slower"));

    assertThat(broken).isEmpty();
  }

  @Property(tries = 100)
  void theSameEvidenceGivesTheSameDecisions(@ForAll long seed) {
    CardRun one = run(new HarmoniaPolicy(HARMONIA), HARMONIA, seed, MOST_NOISE);
    CardRun other = run(new HarmoniaPolicy(HARMONIA), HARMONIA, seed, MOST_NOISE);

    assertThat(one.details).isEqualTo(other.details);
    assertThat(one.memory).isEqualTo(other.memory);
  }

  @Property(tries = 100)
  void whateverComesTheMemoryIsBoundedAndTheSettingsAreOnTheGrid(@ForAll long seed) {
    var random = new Random(seed);
    var card = new CardRun(new HarmoniaPolicy(HARMONIA));
    for (int i = 0; i < 300; i++) {
      Map<String, SensitivityBin> bins =
          Roofline.bins(
              SensitivityBin.values()[random.nextInt(3)],
              SensitivityBin.values()[random.nextInt(3)]);
      card.bins = settings -> bins;
      card.runAsBinned(
          1 + random.nextInt(4),
          new Roofline(random.nextDouble() + 0.01, random.nextDouble(), 0, 0));
    }

    HarmoniaMemory memory = HarmoniaMemory.of(card.memory);
    assertThat(memory.phases()).hasSizeLessThanOrEqualTo(9);
    assertThat(memory.looks()).hasSizeLessThanOrEqualTo(9);
    assertThat(memory.phases()).allMatch(phase -> phase.looks().size() <= 9);
    assertThat(card.wasBeyond).isFalse();
    assertThat(card.visited).allMatch(HarmoniaPropertyTest::isOnGrid);
  }

  @Example
  void aPolicyThatDoesNotHeedItsSignalIsSlower() {
    Policy blind =
        new Wrapped(
            (sound, evidence) ->
                new Evidence(
                    1,
                    evidence.endNanos(),
                    evidence.bins(),
                    evidence.valuBusy(),
                    evidence.watts()));

    assertThat(brokenAnywhere(blind)).contains("slower");
  }

  @Example
  void aPolicyThatIsToldOfPhasesThatAreNoneDoesNotSettle() {
    var random = new Random(3);
    Policy nervous =
        new Wrapped(
            (sound, evidence) ->
                evidence.withBins(
                    Roofline.bins(SensitivityBin.values()[random.nextInt(3)], SensitivityBin.LOW)));

    assertThat(brokenAnywhere(nervous)).contains("oscillates");
  }

  @Example
  void aPolicyThatGoesFartherThanThereAreRungsIsSeen() {
    Policy far =
        new Wrapped((sound, evidence) -> evidence) {
          @Override
          public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
            Turn turn = super.next(memory, evidence, ladders);
            Map<String, Integer> deeper = new HashMap<>(turn.memory().rungs());
            deeper.replaceAll((name, rung) -> rung + 3);
            var draft = new HarmoniaDraft(HarmoniaMemory.of(turn.memory()));
            draft.rungs = deeper;
            return new Turn(draft.memory(), turn.reason(), turn.detail());
          }
        };

    assertThat(brokenAnywhere(far)).contains("range");
  }

  @Example
  void aPolicyThatLowersMoreThanOneStepIsSeen() {
    HarmoniaSettings steep =
        HARMONIA.withShares(Map.of(TunableName.CU_COUNT, new BinShares(0.1, 0.1, 0.1)));

    assertThat(brokenAnywhere(new HarmoniaPolicy(steep))).contains("high");
  }

  private static Set<String> brokenAnywhere(Policy policy) {
    Set<String> broken = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      broken.addAll(broken(policy, HARMONIA, seed));
    }
    return broken;
  }

  private static CardRun run(
      Policy policy, HarmoniaSettings settings, long seed, double mostNoise) {
    var random = new Random(seed);
    var card = new CardRun(policy);
    card.random.setSeed(random.nextLong());
    card.noise = random.nextInt(4) == 0 ? 0 : mostNoise * random.nextDouble();
    Roofline kernel = kernel(random);
    boolean isWrong = random.nextInt(3) == 0;
    var wrong =
        Roofline.bins(
            SensitivityBin.values()[random.nextInt(3)], SensitivityBin.values()[random.nextInt(3)]);
    card.bins = isWrong ? now -> wrong : kernel::bins;
    card.runAsBinned(most(settings, card) + AFTER, kernel);
    return card;
  }

  /** Most judgements from the first one of a steady phase, whose bins are known, to SETTLED. */
  private static int mostJudgements(HarmoniaSettings settings, Ladders ladders) {
    int rungs = ladders.names().stream().mapToInt(ladders::lowest).sum();
    // Own, coarse and a confirmation; up again all the way; down again, and what falls back.
    return 3 + rungs + rungs + settings.judging().mostDithers() + 1;
  }

  private static int most(HarmoniaSettings settings, CardRun card) {
    return settings.judging().invocations() * mostJudgements(settings, card.ladders);
  }

  private static Roofline kernel(Random random) {
    return new Roofline(
        0.02 + random.nextDouble(),
        0.02 + random.nextDouble(),
        random.nextInt(3) == 0 ? random.nextDouble() : 0,
        random.nextInt(3) == 0 ? 0.5 * random.nextDouble() : 0);
  }

  private static Set<String> broken(Policy policy, HarmoniaSettings settings, long seed) {
    return broken(policy, settings, seed, MOST_NOISE);
  }

  private static Set<String> broken(
      Policy policy, HarmoniaSettings settings, long seed, double mostNoise) {
    CardRun card = run(policy, settings, seed, mostNoise);
    var random = new Random(seed);
    random.nextLong();
    double noise = random.nextInt(4) == 0 ? 0 : mostNoise * random.nextDouble();
    Roofline kernel = kernel(random);
    Set<String> broken = new HashSet<>();
    if (card.wasBeyond || !card.visited.stream().allMatch(HarmoniaPropertyTest::isOnGrid)) {
      broken.add("range");
    }
    if (isHighAnywhere(card)) {
      broken.add("high");
    }
    int invocations = settings.judging().invocations();
    if (!card.isSettled()) {
      broken.add("settles");
    }
    if (Set.copyOf(card.visited.subList(most(settings, card), card.visited.size())).size() > 1) {
      broken.add("oscillates");
    }
    // Two judgements are compared, each with the noise of its mean; 4.5 standard deviations of
    // each of at most 35 judgements are exceeded once in 10,000 kernels.
    double margin = 2 * 4.5 * noise / Math.sqrt(invocations);
    double kept = kernel.rate(card.settings()) / kernel.rate(Configuration.EMPTY);
    if (kept < 1 - settings.judging().tolerance() - margin) {
      broken.add("slower");
    }
    return broken;
  }

  /** Whether a tunable in a HIGH bin at own settings was ever lowered. */
  private static boolean isHighAnywhere(CardRun card) {
    Map<String, SensitivityBin> bins = card.bins.apply(Configuration.EMPTY);
    for (String visited : card.visited) {
      String[] values = visited.split(" ");
      if ((bins.get(TunableName.CU_COUNT) == SensitivityBin.HIGH && !values[0].equals("32"))
          || (bins.get(TunableName.MEMORY_CLOCK) == SensitivityBin.HIGH
              && !values[2].equals("1375"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOnGrid(String visited) {
    String[] values = visited.split(" ");
    int units = Integer.parseInt(values[0]);
    int core = Integer.parseInt(values[1]);
    int memory = Integer.parseInt(values[2]);
    return units >= 4
        && units <= 32
        && units % 4 == 0
        && core >= 300
        && core <= 1000
        && core % 100 == 0
        && memory >= 475
        && memory <= 1375
        && (memory - 475) % 150 == 0;
  }

  /** The sound policy on other evidence. */
  private static class Wrapped implements Policy {
    private final Policy sound = new HarmoniaPolicy(HARMONIA);
    private final BiFunction<Policy, Evidence, Evidence> other;

    Wrapped(BiFunction<Policy, Evidence, Evidence> other) {
      this.other = other;
    }

    @Override
    public String name() {
      return sound.name();
    }

    @Override
    public Optional<KernelMemory> begin(String activityName, long timeNanos) {
      return sound.begin(activityName, timeNanos);
    }

    @Override
    public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
      return sound.next(memory, other.apply(sound, evidence), ladders);
    }

    @Override
    public Turn refused(
        KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
      return sound.refused(memory, tunable, bins, ladders);
    }
  }
}
