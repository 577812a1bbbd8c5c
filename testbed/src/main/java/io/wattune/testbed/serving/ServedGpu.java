package io.wattune.testbed.serving;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.ledger.Activity;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.serving.ServingProfile;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.SensorUpdates;
import io.wattune.testbed.cofris.LoadShape;
import io.wattune.testbed.cofris.SimulatedProfile;
import io.wattune.testbed.gpu.ClockedGpu;
import io.wattune.testbed.gpu.GpuTruth;
import io.wattune.testbed.gpu.PowerLine;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testbed.server.Gating;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.Mi50;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A simulated MI50 that serves a model on a virtual clock: requests come by a load and are answered
 * one after another, or as many at once as its load says (as one batch, or by workers beside each
 * other), as long and at the power that the frozen testbed says for the clock and the number of
 * compute units in its registers, placed by Conserved, with units that are not in use gated
 * (docs/mi50.md). Settings are seen at each advance. Beside it, unseen, the same requests are
 * answered at own settings: what tuning saves is the difference.
 *
 * <p>Advanced by one thread; truth and page are for any thread.
 */
public final class ServedGpu implements ClockedGpu {
  /** The name of the GPU. */
  public static final String NAME = "mi50";

  /** Its model, as its descriptor has it. */
  public static final String PRODUCT = "MI50, simulated";

  /** How often to ask its sensor. */
  public static final long POLL_PERIOD_NANOS = 20_000_000;

  /** Mean of a tenth of a second, new each 20 ms, in steps of a tenth of a watt. Assumed. */
  private static final SensorParameters SENSOR = SensorParameters.boxcar(0.1, 20_000_000, 0.1, 100);

  private static final double SHORTEST_STRETCH = 0.5;
  private static final int UNITS = Mi50.LAYOUT.units();

  /** Tables take a while, and are the same for all GPUs. */
  private static final Map<String, SimulatedProfile.ProfileTable> TABLES =
      new ConcurrentHashMap<>();

  private static final Map<String, Double> FULL_RATES = new ConcurrentHashMap<>();

  private final ControlRegisters registers;
  private final ServedLoad load;
  private final int clock;
  private final int other;
  private final RequestStream stream;
  private final SeededNoise stretches;
  private final RequestServer server;
  private final RequestServer untuned;
  private final PowerLine power;
  private final ServedPage page;
  private final GpuSetting own = new GpuSetting(Mi50.highestMegaHertz(), UNITS, UNITS);
  private long nowNanos;
  private long answered;
  private double joulesBefore;
  private double ownJoulesBefore;
  private boolean isTuned;

  /**
   * A server that begins.
   *
   * @param registers with {@link #tunables}
   * @param seed of when requests come and how long each takes
   */
  public ServedGpu(ServedLoad load, ControlRegisters registers, long startNanos, long seed) {
    this.registers = registers;
    this.load = load;
    this.clock = registers.control(TunableName.CORE_CLOCK);
    this.other = registers.control(second(load));
    var seeds = new SeededNoise(seed);
    double fullRate = fullRate(load);
    stream =
        new RequestStream(load.shape(), fullRate, startNanos, seeds.between(0, 0, Long.MAX_VALUE));
    stretches = new SeededNoise(seeds.between(1, 0, Long.MAX_VALUE));
    server = server(wanted(), startNanos);
    untuned = server(own, startNanos);
    long sensorSeed = seeds.between(2, 0, Long.MAX_VALUE);
    power =
        new PowerLine(
            SENSOR,
            SensorUpdates.seeded(SENSOR.updatePeriodNanos(), sensorSeed),
            sensorSeed,
            startNanos,
            server.watts());
    page = new ServedPage(load.model());
    nowNanos = startNanos;
    // What an earlier simulation left there runs no more: a server reports no activities.
    registers.runs("");
    advanceTo(startNanos);
  }

  /** What a model takes on it: the truth, which nobody is shown. */
  public static ServingProfile profile(String model) {
    return new SimulatedProfile(
        Gating.UNIT,
        false,
        TABLES.computeIfAbsent(
            model, name -> new SimulatedProfile.ProfileTable(InferenceServer.model(name))));
  }

  /** Requests a second of a load at its highest level. */
  public static double fullRate(ServedLoad load) {
    if (load.isShared()) {
      var own = new GpuSetting(Mi50.highestMegaHertz(), UNITS, UNITS);
      return FULL_RATES.computeIfAbsent(
          load.model() + "/" + load.workers(),
          name ->
              LoadShape.FULL
                  * SharedWorkers.most(InferenceServer.model(load.model()), load.workers(), own));
    }
    ServingProfile profile = profile(load.model());
    return LoadShape.FULL
        * load.batch()
        / profile.seconds(profile.baseline().ofBatch(load.batch()));
  }

  private RequestServer server(GpuSetting setting, long startNanos) {
    return load.isShared()
        ? new SharedWorkers(
            InferenceServer.model(load.model()), load.workers(), setting, startNanos)
        : new ServerQueue(profile(load.model()), load.batch(), setting, startNanos);
  }

  /** What its runtime knows of the model's kernels from now on; null for nothing. */
  public void sizes(@Nullable RightSizeTable table) {
    if (server instanceof SharedWorkers workers) {
      workers.sizes(table);
    }
  }

  /** Which table its runtime takes: that of this device's model and the served one. */
  public String tableKey() {
    return RightSizeTable.key(product(), load.model());
  }

  private static String second(ServedLoad load) {
    return load.isShared() ? TunableName.CU_OVERLAP : TunableName.CU_COUNT;
  }

  /** What can be set where requests have the GPU to themselves, each at its own value. */
  public static List<Tunable> tunables() {
    return tunables(new ServedLoad(Mi50.MODELS.get(0).name(), ServedLoad.Shape.CONSTANT, 1));
  }

  /** What can be set, each at its own value. */
  public static List<Tunable> tunables(ServedLoad load) {
    List<Long> clocks = Mi50.MEGA_HERTZ.stream().map(Integer::longValue).toList();
    int most = Mi50.LAYOUT.units();
    return List.of(
        new Tunable(
            TunableName.CORE_CLOCK,
            TunableUnit.MEGAHERTZ,
            ValueGrid.of(clocks),
            OptionalLong.of(Mi50.highestMegaHertz()),
            false),
        new Tunable(
            second(load),
            TunableUnit.COUNT,
            ValueGrid.evenly(load.isShared() ? 0 : 1, most, 1),
            OptionalLong.of(most),
            false));
  }

  private GpuSetting wanted() {
    int megaHertz = (int) registers.value(clock);
    int value = (int) registers.value(other);
    return load.isShared()
        ? new GpuSetting(megaHertz, UNITS, value)
        : new GpuSetting(megaHertz, value, UNITS);
  }

  /** Lets time pass. The clock does not go back: an earlier time than the last one is that one. */
  public void advanceTo(long nanos) {
    long target = Math.max(nanos, nowNanos);
    while (true) {
      long next = Math.min(stream.nextNanos(), Math.min(server.nextNanos(), untuned.nextNanos()));
      if (next > target) {
        break;
      }
      happen(next);
    }
    GpuSetting wanted = wanted();
    if (!wanted.equals(server.setting())) {
      tuned(target);
      server.set(wanted, target);
      power.level(target, server.watts());
      isTuned = true;
    }
    power.upTo(target);
    tuned(target);
    nowNanos = target;
    page.state(server.waiting(), server.running());
    truth().advanced(target, power.joulesAt(target), (double) answered, 0);
  }

  private void happen(long nanos) {
    if (nanos == server.nextNanos()) {
      for (double latency : server.happen()) {
        page.answered(latency);
        answered++;
      }
      power.level(nanos, server.watts());
    } else if (nanos == untuned.nextNanos()) {
      double[] unused = untuned.happen();
    } else {
      double stretch =
          Math.max(
              SHORTEST_STRETCH, 1 + Mi50.LATENCY_SPREAD * stretches.gaussian(stream.requests()));
      var request = new RequestServer.ServedRequest(nanos, stretch);
      server.arrive(request, nanos);
      untuned.arrive(request, nanos);
      power.level(nanos, server.watts());
      stream.next();
    }
  }

  /** What both took since the last time, if it was at other settings than own. */
  private void tuned(long nanos) {
    double joules = server.joules(nanos);
    double ownJoules = untuned.joules(nanos);
    if (isTuned) {
      truth().tuned(joules - joulesBefore, ownJoules - ownJoulesBefore);
      // What was left undone is made up for at own settings: it is tuning's, too.
      isTuned = !server.setting().equals(own) || !server.hasAsMuchToDoAs(untuned);
    }
    joulesBefore = joules;
    ownJoulesBefore = ownJoules;
  }

  /** Its page as of the last advance, for Prometheus. */
  public String page() {
    return page.text();
  }

  @Override
  public String device() {
    return registers.device();
  }

  @Override
  public String vendor() {
    return "simulated";
  }

  @Override
  public String product() {
    return PRODUCT;
  }

  @Override
  public GpuTruth truth() {
    return power.truth();
  }

  @Override
  public int read(long nanos) {
    advanceTo(nanos);
    return power.milliwatts(nowNanos);
  }

  @Override
  public boolean hasEnergyCounter() {
    return true;
  }

  @Override
  public long millijoules() {
    return (long) Math.floor(power.joulesAt(nowNanos) * 1000);
  }

  @Override
  public long answerNanos(long askedNanos) {
    return askedNanos;
  }

  /** A server that nobody instrumented reports nothing. */
  @Override
  public void drain(Consumer<Activity> activities, Consumer<CounterReading> counters) {}
}
