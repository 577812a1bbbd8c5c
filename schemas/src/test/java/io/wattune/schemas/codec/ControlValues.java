package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentDoubt;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.component.KernelWatts;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetPower;
import io.wattune.core.fleet.FleetScope;
import io.wattune.core.ledger.Book;
import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.jspecify.annotations.Nullable;

/** Random values of the control loop: every field random, within the bounds that the value has. */
public class ControlValues extends DomainContextBase {
  private static final Book[] LEVELS = {Book.JOB, Book.PROCESS, Book.KERNEL, Book.REQUEST};

  @Provide
  Arbitrary<Decision> decisions() {
    return seeds().map(ControlValues::decision);
  }

  private static Decision decision(Random random) {
    if (random.nextInt(4) == 0) {
      return new Decision.Claim(
          CoreValues.id(random), notNegative(random), text(random), random.nextLong());
    }
    return new Decision.ForDevice(
        CoreValues.id(random),
        CoreValues.id(random),
        notNegative(random),
        notNegative(random),
        random.nextLong(),
        random.nextLong(),
        configuration(random),
        some(random, i -> new ActivityConfiguration(i + text(random), configuration(random))),
        text(random),
        text(random),
        text(random),
        one(random, Quality.values()),
        random.nextLong(),
        random.nextBoolean() ? null : heatGuard(random));
  }

  private static HeatGuard heatGuard(Random random) {
    return new HeatGuard(
        100 * random.nextGaussian(),
        random.nextBoolean()
            ? null
            : new Prediction(100 * random.nextGaussian(), random.nextDouble()),
        random.nextBoolean() ? null : (Double) random.nextDouble(),
        one(random, SensorDoubt.values()));
  }

  @Provide
  Arbitrary<Actuation> actuations() {
    return seeds()
        .map(
            random ->
                new Actuation(
                    CoreValues.id(random),
                    random.nextBoolean() ? CoreValues.id(random) : null,
                    random.nextLong(),
                    random.nextLong(),
                    one(random, ActuationOutcome.values()),
                    text(random),
                    text(random),
                    textOrNull(random),
                    some(random, i -> control(random)),
                    notNegative(random),
                    random.nextLong(),
                    some(random, i -> span(random)),
                    some(random, i -> text(random))));
  }

  private static InForceSpan span(Random random) {
    long from = random.nextLong() / 2;
    return new InForceSpan(
        textOrNull(random),
        from,
        from + (random.nextLong() >>> 2),
        some(
            random,
            i ->
                new InForceValue(
                    text(random),
                    one(random, TunableUnit.values()),
                    random.nextBoolean()
                        ? OptionalLong.of(random.nextLong())
                        : OptionalLong.empty(),
                    random.nextBoolean())));
  }

  @Provide
  Arbitrary<RightSizeTable> rightSizeTables() {
    return seeds()
        .map(
            random -> {
              int full = 1 + random.nextInt(200);
              List<RightSize> kernels = new ArrayList<>();
              for (int i = 0; i <= random.nextInt(4); i++) {
                int least = 1 + random.nextInt(full);
                kernels.add(
                    new RightSize(
                        i + text(random),
                        1 + random.nextInt(1000),
                        1 + random.nextInt(1000),
                        least,
                        least + random.nextInt(full - least + 1),
                        1 + random.nextDouble(),
                        error(random),
                        1 + random.nextDouble(),
                        error(random)));
              }
              return new RightSizeTable(
                  "p" + text(random),
                  "m" + text(random),
                  random.nextLong(),
                  full,
                  random.nextDouble(),
                  random.nextInt(10),
                  random.nextLong(),
                  text(random),
                  kernels);
            });
  }

  private static OptionalDouble error(Random random) {
    return random.nextBoolean() ? OptionalDouble.of(random.nextDouble()) : OptionalDouble.empty();
  }

  @Provide
  Arbitrary<Hold> holds() {
    return seeds()
        .map(
            random -> {
              HoldScope scope = one(random, HoldScope.values());
              long from = random.nextLong() / 2;
              boolean isSet = scope == HoldScope.DEVICE && random.nextBoolean();
              return new Hold(
                  text(random),
                  scope,
                  scope == HoldScope.ALL ? "" : "n" + text(random),
                  from,
                  !isSet && random.nextBoolean()
                      ? Hold.UNTIL_RELEASED
                      : from + 1 + (random.nextLong() >>> 2),
                  text(random),
                  text(random),
                  random.nextBoolean(),
                  isSet ? configuration(random) : Configuration.EMPTY);
            });
  }

  @Provide
  Arbitrary<CounterReading> counterReadings() {
    return seeds()
        .map(
            random -> {
              long start = random.nextLong() / 2;
              boolean isPeriodic = random.nextBoolean();
              return new CounterReading(
                  CoreValues.id(random),
                  notNegative(random),
                  start,
                  start + 1 + (random.nextLong() >>> 2),
                  isPeriodic ? null : one(random, LEVELS),
                  isPeriodic ? null : text(random),
                  isPeriodic ? null : text(random),
                  some(random, i -> counter(random, i)),
                  random.nextBoolean(),
                  random.nextBoolean() ? null : one(random, WorkSignal.values()),
                  Map.of());
            });
  }

  @Provide
  Arbitrary<DeviceDescriptor> devices() {
    return seeds()
        .map(
            random -> {
              String node = CoreValues.id(random).replace('/', '-');
              return new DeviceDescriptor(
                  node + "/" + text(random),
                  node,
                  textOrNull(random),
                  text(random),
                  text(random),
                  text(random),
                  textOrNull(random),
                  random.nextLong(),
                  some(random, i -> signal(random)),
                  some(random, i -> tunable(random, i)));
            });
  }

  @Provide
  Arbitrary<Sensitivity> sensitivities() {
    return seeds()
        .map(
            random ->
                new Sensitivity(
                    CoreValues.id(random),
                    textOrNull(random),
                    text(random),
                    random.nextGaussian() * 10,
                    random.nextDouble(),
                    random.nextBoolean()
                        ? OptionalDouble.of(random.nextDouble())
                        : OptionalDouble.empty(),
                    one(random, SensitivityBin.values()),
                    text(random),
                    one(random, Quality.values()),
                    random.nextLong()));
  }

  @Provide
  Arbitrary<ComponentPower> componentPowers() {
    return seeds()
        .map(
            random -> {
              List<ComponentWatts> components = some(random, i -> component(random));
              long start = random.nextLong() / 2;
              return new ComponentPower(
                  CoreValues.id(random),
                  start,
                  start + 1 + random.nextInt(1_000_000_000),
                  textOrNull(random),
                  textOrNull(random),
                  random.nextDouble(),
                  random.nextDouble(),
                  random.nextBoolean() ? component(random) : null,
                  components,
                  text(random),
                  random.nextInt(1000),
                  one(random, Quality.values()),
                  some(random, i -> one(random, ComponentDoubt.values())),
                  some(
                      random,
                      i ->
                          new KernelWatts(
                              text(random),
                              1 + random.nextInt(9),
                              random.nextDouble(),
                              components.stream().map(ComponentWatts::watts).toList(),
                              random.nextBoolean()
                                  ? components.stream().map(ComponentWatts::errorWatts).toList()
                                  : List.of())));
            });
  }

  @Provide
  Arbitrary<HeatRecord> heats() {
    return seeds()
        .map(
            random ->
                new HeatRecord(
                    CoreValues.id(random),
                    text(random),
                    random.nextBoolean(),
                    Optional.ofNullable(textOrNull(random)),
                    one(random, Quality.values()),
                    new HeatReading(
                        random.nextLong(),
                        one(random, SensorDoubt.values()),
                        random.nextBoolean() ? Optional.empty() : Optional.of(prediction(random)),
                        some(random, i -> block(random, i)),
                        text(random),
                        prediction(random))));
  }

  private static Prediction prediction(Random random) {
    return new Prediction(100 * random.nextGaussian(), random.nextDouble());
  }

  private static HeatReading.BlockTemperature block(Random random, int number) {
    return new HeatReading.BlockTemperature(
        new Block(
            "b" + number,
            (1 + random.nextInt(30_000)) * 1e-6,
            (1 + random.nextInt(30_000)) * 1e-6,
            random.nextInt(30_000) * 1e-6,
            random.nextInt(30_000) * 1e-6),
        prediction(random));
  }

  private static ComponentWatts component(Random random) {
    return new ComponentWatts(
        text(random),
        random.nextGaussian(),
        random.nextDouble(),
        some(random, i -> text(random)),
        some(random, i -> text(random)));
  }

  private static final DeviceShare[] SHARES = {
    DeviceShare.ALL, new DeviceShare("12.5"), new DeviceShare("1c.3g.40gb+me")
  };

  @Provide
  Arbitrary<ServingReading> servingReadings() {
    return seeds()
        .map(
            random -> {
              long start = random.nextLong() / 2;
              return new ServingReading(
                  CoreValues.id(random),
                  text(random),
                  one(random, ServerKind.values()),
                  notNegative(random),
                  start,
                  start + 1 + (random.nextLong() >>> 2),
                  List.of(CoreValues.id(random), CoreValues.id(random)),
                  textOrNull(random),
                  countOrNone(random),
                  notNegative(random),
                  countOrNone(random),
                  new LatencyHistogram(some(random, i -> bucket(random, i))),
                  some(random, i -> bound(random, i)),
                  random.nextBoolean()
                      ? OptionalDouble.of(random.nextDouble())
                      : OptionalDouble.empty(),
                  countOrNone(random),
                  countOrNone(random),
                  random.nextBoolean() ? one(random, SHARES) : null,
                  random.nextBoolean());
            });
  }

  private static LatencyBucket bucket(Random random, int index) {
    return new LatencyBucket(
        index + random.nextDouble() / 2,
        index == 4 ? Double.POSITIVE_INFINITY : index + 0.5 + random.nextDouble() / 2,
        1 + notNegative(random) / 8);
  }

  private static LatencyBound bound(Random random, int index) {
    double low = random.nextDouble();
    return new LatencyBound(
        (index + 1) / 6.0,
        low,
        random.nextBoolean() ? Double.POSITIVE_INFINITY : low + random.nextDouble());
  }

  private static OptionalLong countOrNone(Random random) {
    return random.nextBoolean() ? OptionalLong.of(notNegative(random)) : OptionalLong.empty();
  }

  private static Configuration configuration(Random random) {
    return new Configuration(
        some(
            random,
            i ->
                new Setting(
                    i + text(random), one(random, TunableUnit.values()), random.nextLong())));
  }

  private static ControlOutcome control(Random random) {
    return new ControlOutcome(
        text(random),
        one(random, TunableUnit.values()),
        longOrNone(random),
        longOrNone(random),
        one(random, ControlStatus.values()),
        text(random));
  }

  private static CounterValue counter(Random random, int index) {
    return new CounterValue(
        index + text(random),
        one(random, CounterUnit.values()),
        one(random, CounterKind.values()),
        random.nextGaussian() * 1e12);
  }

  private static Signal signal(Random random) {
    return new Signal(text(random), one(random, SignalUnit.values()), 1 + notNegative(random) / 2);
  }

  private static Tunable tunable(Random random, int index) {
    long[] sorted = LongStream.generate(random::nextLong).limit(5).sorted().distinct().toArray();
    long lowest = random.nextInt();
    ValueGrid grid =
        random.nextBoolean()
            ? ValueGrid.of(LongStream.of(sorted).boxed().toList())
            : ValueGrid.evenly(
                lowest, lowest + random.nextInt(1_000_000), 1 + random.nextInt(1000));
    return new Tunable(
        index + text(random),
        one(random, TunableUnit.values()),
        grid,
        longOrNone(random),
        random.nextBoolean());
  }

  /** Energies that fit microjoules. */
  @Provide
  Arbitrary<FleetPower> fleetPowers() {
    return seeds()
        .map(
            random ->
                new FleetPower(
                    one(random, FleetScope.values()),
                    text(random),
                    textOrNull(random),
                    random.nextLong(),
                    random.nextLong(),
                    notNegative(random),
                    random.nextBoolean() ? EnergySum.ofMicrojoules(random.nextLong()) : null,
                    random.nextInt(10),
                    random.nextInt(10),
                    random.nextInt(10),
                    1 + random.nextInt(1000),
                    one(random, Quality.values())));
  }

  private static Arbitrary<Random> seeds() {
    return Arbitraries.randomValue(random -> new Random(random.nextLong()));
  }

  private static <T> List<T> some(Random random, IntFunction<T> make) {
    return new ArrayList<>(IntStream.range(0, random.nextInt(5)).mapToObj(make).toList());
  }

  private static <T> T one(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static OptionalLong longOrNone(Random random) {
    return random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty();
  }

  private static long notNegative(Random random) {
    return random.nextLong() >>> 1;
  }

  private static @Nullable String textOrNull(Random random) {
    return random.nextBoolean() ? text(random) : null;
  }

  private static String text(Random random) {
    return CoreValues.text(random);
  }
}
