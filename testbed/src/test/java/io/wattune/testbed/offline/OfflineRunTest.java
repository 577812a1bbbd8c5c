package io.wattune.testbed.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.policy.BaselinePolicy;
import io.wattune.core.policy.BaselineSettings;
import io.wattune.core.policy.HarmoniaPolicy;
import io.wattune.core.policy.HarmoniaSettings;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OfflineRunTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SEED = 3;

  /** Between the power of MaxFlops at 900 and at 1000 MHz. */
  private static final double BETWEEN_WATTS = 215;

  /** Sums of some hundred products in double. */
  private static final double ROUNDING = 1e-9;

  private static Testbed testbed;

  @BeforeAll
  static void read() throws IOException {
    testbed = Testbed.hd7970();
  }

  private static Application application(String name) {
    return testbed.applications().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Kernel onlyKernel(Application application) {
    assertThat(application.workload().kernels()).hasSize(1);
    return application.workload().kernels().get(0);
  }

  private static LoopTuner harmonia(long delayNanos) {
    return new LoopTuner(
        testbed.gpu(),
        new HarmoniaPolicy(HarmoniaSettings.HARMONIA),
        OfflineSettings.PAPER,
        delayNanos,
        START);
  }

  private static RunTotals run(Application application, Tuner tuner) {
    return OfflineRun.of(testbed, application, tuner, 0, SEED, START);
  }

  /** One configuration, from one time on. */
  private record From(long nanos, Configuration configuration) implements Tuner {
    @Override
    public Configuration configuration(Kernel kernel, Kernel.Phase phase, long nowNanos) {
      return nowNanos >= nanos ? configuration : Configuration.EMPTY;
    }

    @Override
    public long nextNanos() {
      return NEVER;
    }

    @Override
    public void ended(CounterReading reading, double watts) {
      // It wants what it wants.
    }
  }

  @Test
  void untouchedAKernelTakesThePowerOfItsOperatingPoint() {
    Application maxFlops = application("MaxFlops");
    var tuner = new LoopTuner(testbed.gpu(), new NonePolicy(), OfflineSettings.PAPER, 0, START);

    RunTotals totals = run(maxFlops, tuner);

    Kernel kernel = onlyKernel(maxFlops);
    OperatingPoint point = testbed.at(kernel, Kernel.Phase.PLAIN, testbed.gpu().own());
    assertThat(totals.watts()).isCloseTo(point.watts(), within(point.watts() * ROUNDING));
    assertThat(totals.coreJoules() / totals.joules())
        .isCloseTo(point.coreWatts() / point.watts(), within(ROUNDING));
    // A hundred invocations with a noise of 0.3 % each.
    assertThat(totals.seconds() / (maxFlops.invocations(kernel) * point.seconds()))
        .isCloseTo(1, within(4 * 0.003 / 10));
    assertThat(totals.switches()).isZero();
  }

  @Test
  void untilTheHardwareHasSwitchedTheOldSettingsHold() {
    Application stencil = application("Stencil");
    var slow = Configuration.of(new Setting(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, 475));
    long switching = 7_000_000;

    RunTotals totals =
        OfflineRun.of(testbed, stencil, new From(START, slow), switching, SEED, START);

    assertThat(totals.residencies().get(TunableName.MEMORY_CLOCK)).containsOnlyKeys(475L, 1375L);
    assertThat(totals.residencies().get(TunableName.MEMORY_CLOCK).get(1375L))
        .isCloseTo(switching * 1e-9, within(ROUNDING));
    assertThat(totals.switches()).isEqualTo(1);
    double times =
        totals.residencies().get(TunableName.MEMORY_CLOCK).values().stream()
            .mapToDouble(Double::doubleValue)
            .sum();
    assertThat(times).isCloseTo(totals.seconds(), within(ROUNDING * totals.seconds()));
  }

  @Test
  void noConfigurationIsBetterThanTheOraclesForAnyKernel() {
    var oracle = new OracleTuner(testbed);
    for (Application application : testbed.applications()) {
      for (Kernel kernel : application.workload().kernels()) {
        KnobValues best =
            testbed.gpu().values(oracle.configuration(kernel, Kernel.Phase.PLAIN, START));
        double score = testbed.at(kernel, Kernel.Phase.PLAIN, best).energyDelaySquared();
        assertThat(testbed.gpu().configurations())
            .as(kernel.name())
            .allSatisfy(
                each ->
                    assertThat(testbed.at(kernel, Kernel.Phase.PLAIN, each).energyDelaySquared())
                        .isGreaterThanOrEqualTo(score));
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    Application sort = application("Sort");

    assertThat(run(sort, harmonia(0))).isEqualTo(run(sort, harmonia(0)));
    assertThat(OfflineRun.of(testbed, sort, harmonia(0), 0, SEED + 1, START))
        .isNotEqualTo(run(sort, harmonia(0)));
  }

  @Test
  void harmoniaTakesTheMemoryClockThatSortDoesNotNeed() {
    Application sort = application("Sort");

    RunTotals tuned = run(sort, harmonia(0));
    RunTotals own = run(sort, new From(Long.MAX_VALUE, Configuration.EMPTY));

    // Paul et al. 2015, section 7.1: its main kernel runs at 475 MHz without loss, with 12 % less
    // power of the card. The tolerance of the policy is 2 %.
    assertThat(tuned.shares(TunableName.MEMORY_CLOCK).get(475L)).isGreaterThan(0.8);
    assertThat(tuned.seconds() / own.seconds()).isBetween(0.99, 1.02);
    assertThat(tuned.watts() / own.watts()).isBetween(0.86, 0.90);
  }

  /** MaxFlops takes 2 s in all. */
  @Test
  void abovePowerLimitTheBaselineIsHeldBackAndBoostsAgainAfterATime() {
    var limited = new BaselineSettings(BETWEEN_WATTS, 200_000_000L);

    RunTotals totals = run(application("MaxFlops"), baseline(limited));

    assertThat(totals.residencies().get(TunableName.CORE_CLOCK)).containsOnlyKeys(900L, 1000L);
    assertThat(totals.shares(TunableName.CORE_CLOCK).get(900L)).isBetween(0.7, 0.99);
    // Back up at least twice: each time down and up are two switches.
    assertThat(totals.switches()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void withinThePowerLimitTheBaselineIsWhatNobodyTouches() {
    Application maxFlops = application("MaxFlops");

    RunTotals totals = run(maxFlops, baseline(BaselineSettings.DEFAULT.withLimit(250)));

    assertThat(totals).isEqualTo(run(maxFlops, new From(Long.MAX_VALUE, Configuration.EMPTY)));
  }

  @Test
  void underAnyPolicyTheCardHoldsItsLimitByItself() {
    Application maxFlops = application("MaxFlops");
    Tuner untouched = new From(Long.MAX_VALUE, Configuration.EMPTY);
    BaselineSettings settings = BaselineSettings.DEFAULT.withLimit(BETWEEN_WATTS);

    RunTotals limited = run(maxFlops, new LimitedTuner(testbed, untouched, BETWEEN_WATTS, START));

    assertThat(limited).isEqualTo(run(maxFlops, baseline(settings)));
    var slow = Configuration.of(new Setting(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, 800));
    Tuner slowed = new LimitedTuner(testbed, new From(START, slow), BETWEEN_WATTS, START);
    assertThat(run(maxFlops, slowed).shares(TunableName.CORE_CLOCK)).containsOnlyKeys(800L);
    assertThat(LimitedTuner.canMeet(testbed, BETWEEN_WATTS)).isTrue();
    assertThat(LimitedTuner.canMeet(testbed, 250)).isFalse();
  }

  private static LoopTuner baseline(BaselineSettings settings) {
    return new LoopTuner(
        testbed.gpu(), new BaselinePolicy(settings), OfflineSettings.PAPER, 0, START);
  }

  @Test
  void aDecisionThatIsUnderWayChangesNothingYet() {
    Application sort = application("Sort");

    RunTotals never = run(sort, harmonia(Long.MAX_VALUE / 4));
    RunTotals own = run(sort, new From(Long.MAX_VALUE, Configuration.EMPTY));

    assertThat(never.joules()).isEqualTo(own.joules());
    assertThat(run(sort, harmonia(50_000_000)).joules())
        .isBetween(run(sort, harmonia(0)).joules(), own.joules());
  }
}
