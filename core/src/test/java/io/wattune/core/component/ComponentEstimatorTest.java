package io.wattune.core.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ComponentEstimatorTest {
  private static final long SECOND = 1_000_000_000L;

  private final ComponentEstimator estimator = new ComponentEstimator(null);
  private final ComponentState state = new ComponentState();
  private final List<ComponentPower> told = new ArrayList<>();

  /** The issue asks that 95 % of components' true watts are within two stated errors. */
  @Test
  void trueWattsOfDrawnDevicesAreWithinTwoErrors() {
    var held = new Held();
    for (long seed = 1; seed <= 60; seed++) {
      follow(new DrawnDevice(seed), 120, held);
    }
    assertThat(held.share()).as(held.toString()).isGreaterThanOrEqualTo(0.95);
    // Errors that hold because they are huge would be of no use: half of the components that take
    // a tenth of the power or more are known to a quarter, in the median.
    assertThat(held.medianRelativeError()).isLessThan(0.25);
  }

  @Test
  void componentsThatAlwaysGoTogetherAreOneAndItsWattsHold() {
    var held = new Held();
    for (long seed = 101; seed <= 120; seed++) {
      var device = new DrawnDevice(seed);
      device.tie(1, 0);
      List<ComponentPower> all = follow(device, 60, held);
      ComponentPower last = all.get(all.size() - 1);
      assertThat(last.components().get(0).merged())
          .as("seed %d", seed)
          .contains("events.0", "events.1");
      assertThat(last.components().get(0).name()).contains("events.0 + events.1");
    }
    assertThat(held.share()).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void idlePowerAndComponentsAddUpToTheTotal() {
    for (ComponentPower each : follow(new DrawnDevice(7), 60, new Held())) {
      if (each.isKnown()) {
        double sum = Objects.requireNonNull(each.idle()).watts();
        for (ComponentWatts component : each.components()) {
          sum += component.watts();
        }
        // To rounding: they are made to add up.
        assertThat(sum).isCloseTo(each.totalWatts(), within(1e-9 * each.totalWatts()));
      }
    }
  }

  @Test
  void powerMayComeBeforeCountersOrAfterThem() {
    List<ComponentPower> after = follow(new DrawnDevice(3), 30, new Held());
    var device = new DrawnDevice(3);
    var fresh = new ComponentState();
    List<DrawnDevice.Run> runs = runs(device, 30);
    for (DrawnDevice.Run each : runs) {
      estimator.power(fresh, each.power(), told::add);
    }
    for (DrawnDevice.Run each : runs) {
      estimator.counters(fresh, each.reading(), told::add);
    }
    // What comes behind an interval tells more of its end, so that errors may differ.
    assertThat(told).hasSameSizeAs(after);
    for (int i = 0; i < told.size(); i++) {
      assertThat(told.get(i).startNanos()).isEqualTo(after.get(i).startNanos());
      assertThat(told.get(i).totalWatts())
          .isCloseTo(after.get(i).totalWatts(), within(1e-9 * after.get(i).totalWatts()));
      assertThat(told.get(i).isKnown()).isEqualTo(after.get(i).isKnown());
    }
  }

  @Test
  void shortInvocationsArePutTogetherAndKeptApartByName() {
    var device = new DrawnDevice(5);
    for (int i = 0; i < 40; i++) {
      for (int kernel = 0; kernel < 8; kernel++) {
        take(device.run(kernel, 20_000_000L));
      }
    }
    ComponentPower last = told.get(told.size() - 1);
    assertThat(last.seconds()).isBetween(0.1, 0.2);
    assertThat(last.activityId()).isNull();
    assertThat(last.kernels()).hasSizeGreaterThan(3);
    assertThat(last.kernels().stream().mapToDouble(KernelWatts::seconds).sum())
        .isCloseTo(last.seconds(), within(1e-9));
    for (int i = 1; i < told.size(); i++) {
      assertThat(told.get(i).startNanos()).isEqualTo(told.get(i - 1).endNanos());
    }
  }

  /** Kernels of 10 to 60 ms, several in an interval, in any order. */
  @Test
  void kernelsTrueWattsAreWithinTwoErrorsAndAddUpToTheComponents() {
    var held = new Held();
    for (long seed = 301; seed <= 340; seed++) {
      var device = new DrawnDevice(seed);
      var fresh = new ComponentState();
      for (int i = 0; i < 1200; i++) {
        DrawnDevice.Run run =
            device.run(
                device.random.nextInt(device.kernels.size()),
                10_000_000L + device.random.nextInt(50_000_000));
        estimator.counters(fresh, run.reading(), told::add);
        estimator.power(fresh, run.power(), power -> held.holdKernels(device, power));
      }
    }
    assertThat(held.share()).as(held.toString()).isBetween(0.93, 0.998);
    assertThat(held.medianRelativeError()).isLessThan(0.25);
  }

  @Test
  void betweenActivitiesTheDeviceIsIdle() {
    var device = new DrawnDevice(9);
    for (int i = 0; i < 30; i++) {
      take(device.run(i % device.kernels.size(), SECOND));
      estimator.power(state, device.still(SECOND), told::add);
    }
    ComponentPower still = told.get(told.size() - 2);
    assertThat(still.activityName()).isNull();
    assertThat(still.kernels()).isEmpty();
    assertThat(Objects.requireNonNull(still.idle()).watts())
        .isCloseTo(still.totalWatts(), within(1e-9));
    // Three of the sensor's gain errors, of 1 % each.
    assertThat(still.totalWatts()).isCloseTo(device.idleWatts, within(0.03 * device.idleWatts));
  }

  @Test
  void anotherPowerAtTheSameCountersIsToldAndLearned() {
    var device = new DrawnDevice(11);
    runs(device, 300).forEach(this::take);
    assertThat(doubts()).doesNotContain(ComponentDoubt.DRIFT);

    device.ageing = 1.3;
    told.clear();
    runs(device, 100).forEach(this::take);

    assertThat(doubts()).contains(ComponentDoubt.DRIFT);
    ComponentPower last = told.get(told.size() - 1);
    assertThat(last.doubts()).contains(ComponentDoubt.DRIFT);
    told.clear();
    var held = new Held();
    runs(device, 200).forEach(run -> take(run, device, held));
    assertThat(held.share()).isGreaterThanOrEqualTo(0.95);
    assertThat(told.get(told.size() - 1).doubts()).doesNotContain(ComponentDoubt.DRIFT);
  }

  @Test
  void aDeviceWhoseClockIsChangedStaysWithinItsErrors() {
    double[] clocks = {1, 0.8, 0.6, 0.5};
    // As often as a policy that searches, and as one that has settled.
    for (int stretch : new int[] {5, 40, 150}) {
      var held = new Held();
      var later = new Held();
      for (long seed = 501; seed <= 512; seed++) {
        var device = new DrawnDevice(seed);
        var fresh = new ComponentState();
        for (int i = 0; i < 600; i++) {
          if (i % stretch == 0) {
            device.clock = i == 0 ? 1 : clocks[device.random.nextInt(clocks.length)];
          }
          Held to = i < 300 ? held : later;
          DrawnDevice.Run run =
              device.run(
                  device.random.nextInt(device.kernels.size()),
                  SECOND / 4 + device.random.nextInt(500_000_000));
          estimator.counters(fresh, run.reading(), told::add);
          estimator.power(fresh, run.power(), power -> to.hold(device, run.kernel(), power));
        }
      }
      assertThat(held.share()).as("at first: %s", held).isGreaterThanOrEqualTo(0.95);
      assertThat(later.share()).as("later: %s", later).isGreaterThanOrEqualTo(0.95);
      // Twice that of steady devices: wide, and still of use.
      assertThat(later.medianRelativeError()).isLessThan(0.5);
    }
  }

  @Test
  void aSteadyDeviceNeverDrifts() {
    for (long seed = 200; seed < 230; seed++) {
      List<ComponentPower> all = follow(new DrawnDevice(seed), 150, new Held());
      assertThat(all).noneMatch(each -> each.doubts().contains(ComponentDoubt.DRIFT));
    }
  }

  @Test
  void aGivenModelIsThereAtOnceAndGivesWayToWhatIsMeasured() {
    var device = new DrawnDevice(13);
    List<GivenModel.Energy> energies = new ArrayList<>();
    for (int i = 0; i < device.components; i++) {
      energies.add(
          new GivenModel.Energy(device.counter(i), 1.3 * device.joules[i], 0.3 * device.joules[i]));
    }
    var given = new GivenModel("another", 1.2 * device.idleWatts, 10, energies);
    var knowing = new ComponentEstimator(given);
    var held = new Held();
    for (DrawnDevice.Run run : runs(device, 100)) {
      knowing.counters(state, run.reading(), told::add);
      knowing.power(
          state,
          run.power(),
          power -> {
            told.add(power);
            held.hold(device, run.kernel(), power);
          });
    }
    assertThat(told.get(0).isKnown()).isTrue();
    assertThat(told.get(told.size() - 1).modelId()).isEqualTo(DrawnDevice.ID);
    assertThat(held.share()).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void aDeviceThatAlwaysRunsTheSameHasASplitByAGivenModelThatSaysSo() {
    int held = 0;
    int all = 0;
    for (long seed = 401; seed <= 430; seed++) {
      var device = new DrawnDevice(seed);
      List<GivenModel.Energy> energies = new ArrayList<>();
      for (int i = 0; i < device.components; i++) {
        double off = 1 + 0.2 * device.random.nextGaussian();
        energies.add(
            new GivenModel.Energy(
                device.counter(i), Math.abs(off) * device.joules[i], 0.2 * device.joules[i]));
      }
      double idle = device.idleWatts * Math.abs(1 + 0.2 * device.random.nextGaussian());
      var knowing =
          new ComponentEstimator(new GivenModel("another", idle, 0.2 * device.idleWatts, energies));
      var fresh = new ComponentState();
      var same = new Held();
      List<ComponentPower> powers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        DrawnDevice.Run run = device.run(0, SECOND);
        knowing.counters(fresh, run.reading(), powers::add);
        knowing.power(fresh, run.power(), powers::add);
      }
      ComponentPower last = powers.get(powers.size() - 1);
      assertThat(last.isKnown()).as("seed %d", seed).isTrue();
      assertThat(last.doubts()).as("seed %d", seed).contains(ComponentDoubt.GIVEN);
      assertThat(last.modelId()).isEqualTo("another");
      same.hold(device, 0, last);
      held += same.within;
      all += same.all;
    }
    assertThat((double) held / all).as("%d of %d within two errors", held, all).isGreaterThan(0.99);
  }

  /** As NVML gives them: shares of time, in whole per cent, of a second each. */
  @Test
  void sharesOfTimeGiveACoarseSplitThatSaysSo() {
    var device = new DrawnDevice(17);
    for (int i = 0; i < 60; i++) {
      DrawnDevice.Run run = device.run(i % 3, SECOND);
      CounterReading reading = run.reading();
      double[] shares = {0.3, 0.6, 0.9};
      estimator.counters(
          state,
          new CounterReading(
              reading.device(),
              reading.sequence(),
              reading.startNanos(),
              reading.endNanos(),
              null,
              null,
              null,
              List.of(
                  value("utilization.gpu", CounterUnit.FRACTION, shares[i % 3]),
                  value("utilization.memory", CounterUnit.FRACTION, shares[i % 3] / 2),
                  value("clocks.current.graphics", CounterUnit.HERTZ, 1e9),
                  value("temperature.gpu", CounterUnit.CELSIUS, 60),
                  value("clocks_event_reasons.gpu_idle", CounterUnit.FRACTION, 0)),
              false),
          told::add);
      estimator.power(state, run.power(), told::add);
    }
    ComponentPower last = told.get(told.size() - 1);
    assertThat(last.doubts()).contains(ComponentDoubt.COARSE);
    assertThat(last.components()).hasSize(1);
    assertThat(last.components().get(0).name()).isEqualTo("processor + memory");
    assertThat(last.components().get(0).counters())
        .containsExactly("utilization.gpu", "utilization.memory");
  }

  @Test
  void repeatsAndReadingsOfNothingAreSaid() {
    var device = new DrawnDevice(19);
    DrawnDevice.Run run = device.run(0, SECOND);
    assertThat(estimator.counters(state, run.reading(), told::add))
        .isEqualTo(ComponentEstimator.Taken.TAKEN);
    assertThat(estimator.counters(state, run.reading(), told::add))
        .isEqualTo(ComponentEstimator.Taken.REPEAT);
    CounterReading work = device.run(0, SECOND).reading();
    assertThat(
            estimator.counters(
                state,
                new CounterReading(
                    work.device(),
                    work.sequence(),
                    work.startNanos(),
                    work.endNanos(),
                    null,
                    null,
                    null,
                    List.of(new CounterValue("Work", CounterUnit.WORK, CounterKind.INCREASE, 3)),
                    false),
                told::add))
        .isEqualTo(ComponentEstimator.Taken.SILENT);
  }

  private static CounterValue value(String counter, CounterUnit unit, double value) {
    return new CounterValue(counter, unit, CounterKind.LAST, value);
  }

  private Set<ComponentDoubt> doubts() {
    Set<ComponentDoubt> doubts = new TreeSet<>();
    told.forEach(each -> doubts.addAll(each.doubts()));
    return doubts;
  }

  private static List<DrawnDevice.Run> runs(DrawnDevice device, int count) {
    List<DrawnDevice.Run> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kernel = device.random.nextInt(device.kernels.size());
      runs.add(device.run(kernel, SECOND / 4 + device.random.nextInt(500_000_000)));
    }
    return runs;
  }

  private List<ComponentPower> follow(DrawnDevice device, int count, Held held) {
    var fresh = new ComponentState();
    List<ComponentPower> all = new ArrayList<>();
    for (DrawnDevice.Run run : runs(device, count)) {
      estimator.counters(fresh, run.reading(), all::add);
      estimator.power(
          fresh,
          run.power(),
          power -> {
            all.add(power);
            held.hold(device, run.kernel(), power);
          });
    }
    return all;
  }

  private void take(DrawnDevice.Run run) {
    estimator.counters(state, run.reading(), told::add);
    estimator.power(state, run.power(), told::add);
  }

  private void take(DrawnDevice.Run run, DrawnDevice device, Held held) {
    estimator.counters(state, run.reading(), told::add);
    estimator.power(
        state,
        run.power(),
        power -> {
          told.add(power);
          held.hold(device, run.kernel(), power);
        });
  }

  /** How often true watts were within two errors. */
  private static final class Held {
    private int all;
    private int within;
    private final List<Double> relative = new ArrayList<>();
    private final Map<String, int[]> byName = new HashMap<>();

    void hold(DrawnDevice device, int kernel, ComponentPower power) {
      if (!power.isKnown()) {
        return;
      }
      count(Objects.requireNonNull(power.idle()), device.idleWatts, power.totalWatts());
      for (ComponentWatts each : power.components()) {
        double watts = 0;
        for (String counter : each.counters()) {
          watts +=
              device.partWatts(kernel, Integer.parseInt(counter.substring("events.".length())));
        }
        count(each, watts, power.totalWatts());
      }
    }

    void holdKernels(DrawnDevice device, ComponentPower power) {
      for (int c = 0; power.isKnown() && c < power.components().size(); c++) {
        ComponentWatts component = power.components().get(c);
        double joules = 0;
        for (KernelWatts each : power.kernels()) {
          double watts = 0;
          for (String counter : component.counters()) {
            watts +=
                device.partWatts(
                    Integer.parseInt(each.name().substring(1)),
                    Integer.parseInt(counter.substring("events.".length())));
          }
          joules += each.watts().get(c) * each.seconds();
          count(
              new ComponentWatts(
                  component.name(),
                  each.watts().get(c),
                  each.errorWatts().get(c),
                  List.of(),
                  List.of()),
              watts,
              power.totalWatts());
        }
        // To rounding: kernels fill the interval, and share what its components took.
        assertThat(joules)
            .isCloseTo(component.watts() * power.seconds(), within(1e-9 * power.totalWatts()));
      }
    }

    private void count(ComponentWatts component, double trueWatts, double totalWatts) {
      // Rounding of milliwatts.
      boolean holds = Math.abs(component.watts() - trueWatts) <= 2 * component.errorWatts() + 1e-3;
      all++;
      within += holds ? 1 : 0;
      int[] counts = byName.computeIfAbsent(component.name(), name -> new int[2]);
      counts[holds ? 0 : 1]++;
      if (trueWatts > 0.1 * totalWatts) {
        relative.add(component.errorWatts() / trueWatts);
      }
    }

    double share() {
      return (double) within / all;
    }

    double medianRelativeError() {
      return relative.stream().sorted().skip(relative.size() / 2).findFirst().orElseThrow();
    }

    @Override
    public String toString() {
      return within + " of " + all + " within two errors, median error " + medianRelativeError();
    }
  }
}
