package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guards;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.serving.Arrivals;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.LatencyBucket;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.QueueModel;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.serving.ServingTable;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * A device with an inference server in the loop of a controller, in steps of a millisecond:
 * requests come at random and are served one at a time, power comes half a second late, the server
 * is read each half second, a decision is in force 0.2 s after it was made.
 */
final class ServedDevice {
  static final int OWN_CLOCK = 1700;
  static final int OWN_UNITS = 60;
  static final String SERVER = "s";
  static final double SPREAD = 0.03;
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;
  private static final String DEVICE = "n/a";
  private static final int POWER_LATE = 500;
  private static final int SET_IN = 200;

  /** Parts of the time and of the energy of a request that its batch takes once. */
  static final double ONCE = 0.6;

  private static final double ONCE_JOULES = 0.3;
  private static final Map<Integer, ServingTable> TABLES = new ConcurrentHashMap<>();

  final Random random;
  private final int limit;
  private final DeviceLoop loop;
  final LoopState state;
  final List<Double> latencies = new ArrayList<>();
  final List<String> reasons = new ArrayList<>();

  /** Requests a second. */
  double rate;

  /** How many times as long requests take as was measured. */
  double slower = 1;

  boolean isRead = true;
  boolean isCoarse;

  /** Another server on the device, which says the same. */
  boolean hasNeighbour;

  boolean isSetting = true;
  UnaryOperator<ServingReading> said = reading -> reading;
  Optional<Proposal> newest = Optional.empty();
  double joules;
  long millis = 1_000_000;
  int clock = OWN_CLOCK;
  int units = OWN_UNITS;
  private int ownUnits = OWN_UNITS;
  private final Deque<Long> queue = new ArrayDeque<>();
  private final Deque<Sent> coming = new ArrayDeque<>();
  private final List<Double> answered = new ArrayList<>();
  private double nextArrival = Double.NaN;
  private double freeAt;
  private final List<Long> served = new ArrayList<>();
  private long arrived;
  private double recentJoules;

  /** Latencies of each reading, the newest first. */
  private final Deque<List<Double>> read = new ArrayDeque<>();

  private final Deque<Double> power = new ArrayDeque<>();
  private long sequence;

  private record Sent(Proposal proposal, long sequence, long millis) {}

  /** One that answers one request at a time. */
  ServedDevice(Random random, boolean hasUnits) {
    this(random, hasUnits, 1);
  }

  /**
   * One that answers several at once.
   *
   * @param limit 1 to 8
   */
  ServedDevice(Random random, boolean hasUnits, int limit) {
    this(random, hasUnits, limit, table(limit));
  }

  /** One whose server has a share of its units for its life, and says it. */
  static ServedDevice ofShare(Random random, int count) {
    var device = new ServedDevice(random, false, 1, new ServingTable(SHARED, table(1).queue()));
    device.ownUnits = count;
    device.units = count;
    device.said = reading -> reading.ofShare(SHARES.get(count));
    return device;
  }

  private ServedDevice(Random random, boolean hasUnits, int limit, ServingTable table) {
    this.random = random;
    this.limit = limit;
    loop =
        new DeviceLoop(
            LoopSettings.DEFAULT,
            Goals.of(new NonePolicy()),
            Guards.standard(2, SECOND / 2),
            TemperatureLimits.NONE,
            new ServingGoals(Map.of("m", table), new ServiceObjective(1.25, true), Map.of()));
    state = loop.newState(DEVICE);
    List<Tunable> tunables = new ArrayList<>();
    tunables.add(
        new Tunable(
            TunableName.CORE_CLOCK,
            TunableUnit.MEGAHERTZ,
            ValueGrid.evenly(900, OWN_CLOCK, 100),
            OptionalLong.of(OWN_CLOCK),
            true));
    if (hasUnits) {
      tunables.add(
          new Tunable(
              TunableName.CU_COUNT,
              TunableUnit.COUNT,
              ValueGrid.evenly(1, OWN_UNITS, 1),
              OptionalLong.of(OWN_UNITS),
              true));
    }
    loop.onDescriptor(
        state,
        new DeviceDescriptor(
            DEVICE, "n", null, "maker", "X", "", null, 0, List.of(), List.copyOf(tunables)));
  }

  /** A fifth of a request is launch, the rest goes as the clock, and as the units below 30. */
  static double seconds(int megaHertz, int count) {
    return 0.004 + 0.016 * Math.max(1, 30.0 / count) * OWN_CLOCK / megaHertz;
  }

  static double waitingWatts(int megaHertz, int count) {
    return 15 + 0.7 * count * megaHertz / OWN_CLOCK;
  }

  static double busyWatts(int megaHertz, int count) {
    double share = (double) megaHertz / OWN_CLOCK;
    return waitingWatts(megaHertz, count) + 60 * share * share * Math.min(1, count / 30.0);
  }

  /** Of a batch; it is more than its first request by what each further one takes. */
  static double seconds(int megaHertz, int count, int batch) {
    return seconds(megaHertz, count) * (ONCE + (1 - ONCE) * batch);
  }

  private static double batchWatts(int megaHertz, int count, int batch) {
    double waiting = waitingWatts(megaHertz, count);
    double ofOne = seconds(megaHertz, count) * (busyWatts(megaHertz, count) - waiting);
    double joules = ofOne * (ONCE_JOULES + (1 - ONCE_JOULES) * batch);
    return waiting + joules / seconds(megaHertz, count, batch);
  }

  private static MeasuredProfile profile(int limit) {
    List<MeasuredProfile.Row> rows = new ArrayList<>();
    for (int megaHertz = 900; megaHertz <= OWN_CLOCK; megaHertz += 100) {
      for (int count = 1; count <= OWN_UNITS; count++) {
        rows.add(
            new MeasuredProfile.Row(
                megaHertz,
                count,
                seconds(megaHertz, count),
                busyWatts(megaHertz, count),
                waitingWatts(megaHertz, count),
                (1 - ONCE) * seconds(megaHertz, count),
                (1 - ONCE_JOULES)
                    * seconds(megaHertz, count)
                    * (busyWatts(megaHertz, count) - waitingWatts(megaHertz, count))));
      }
    }
    return new MeasuredProfile(
        "m", SPREAD, new MeasuredProfile.Batches(limit, limit == 1 ? 1 : 8, 0), rows);
  }

  /** The same at three shares of the units, as a server has them for its life. */
  static final Map<Integer, DeviceShare> SHARES =
      Map.of(15, new DeviceShare("25"), 30, new DeviceShare("50"), OWN_UNITS, DeviceShare.ALL);

  private static final MeasuredProfile SHARED =
      new MeasuredProfile(
          "m",
          SPREAD,
          MeasuredProfile.Batches.NONE,
          SHARES,
          profile(1).rows().stream().filter(row -> SHARES.containsKey(row.units())).toList());

  static double objective() {
    return objective(1);
  }

  static double objective(int limit) {
    return new ServiceObjective(1.25, true).seconds(table(limit));
  }

  /** So many requests a second from now on. */
  void load(double requests) {
    rate = requests;
    nextArrival = Double.NaN; // Those at random do not remember when the one before came.
  }

  private static ServingTable table(int limit) {
    return TABLES.computeIfAbsent(
        limit,
        each -> {
          var random = new Random(1909);
          return new ServingTable(
              profile(each),
              QueueModel.drawn(Arrivals.RANDOM, SPREAD, random::nextDouble, random::nextGaussian));
        });
  }

  void run(double seconds) {
    long until = millis + Math.round(1000 * seconds);
    while (millis < until) {
      step();
    }
  }

  private void step() {
    millis++;
    serve();
    double watts =
        served.isEmpty() ? waitingWatts(clock, units) : batchWatts(clock, units, served.size());
    joules += watts / 1000;
    recentJoules += watts / 1000;
    if (!coming.isEmpty() && coming.getFirst().millis() <= millis) {
      apply(coming.removeFirst());
    }
    if (millis % 100 == 0) {
      power.addLast(recentJoules * 10);
      recentJoules = 0;
      if (power.size() > POWER_LATE / 100) {
        long at = (millis - POWER_LATE) * MILLI;
        loop.onPower(state, at, power.removeFirst(), Quality.CORRECTED);
      }
    }
    if (millis % 500 == 0) {
      ServingReading reading = said.apply(reading());
      if (isRead) {
        loop.onServing(state, reading);
      }
      if (hasNeighbour) {
        loop.onServing(state, named(reading, "neighbour", "m"));
      }
    }
    if (millis % 50 == 0) {
      loop.decide(state, false)
          .ifPresent(
              proposal -> {
                loop.onSent(state, proposal, 1, ++sequence);
                newest = Optional.of(proposal);
                reasons.add(proposal.reason());
                coming.addLast(new Sent(proposal, sequence, millis + SET_IN));
              });
    }
  }

  private void serve() {
    while (rate > 0 && (Double.isNaN(nextArrival) || nextArrival <= millis)) {
      if (!Double.isNaN(nextArrival)) {
        queue.addLast(millis);
        arrived++;
      }
      double from = Double.isNaN(nextArrival) ? millis : nextArrival;
      nextArrival = from - 1000 * Math.log(1 - random.nextDouble()) / rate;
    }
    if (rate <= 0) {
      nextArrival = Double.NaN;
    }
    if (!served.isEmpty() && freeAt <= millis) {
      served.forEach(came -> answered.add((millis - came) / 1000.0));
      served.clear();
    }
    if (served.isEmpty() && !queue.isEmpty()) {
      while (served.size() < limit && !queue.isEmpty()) {
        served.add(queue.removeFirst());
      }
      double stretch = Math.max(0.5, 1 + SPREAD * random.nextGaussian());
      freeAt = millis + 1000 * slower * stretch * seconds(clock, units, served.size());
    }
  }

  /**
   * Of the requests that were read in the last minute, those that were late; 0 of fewer than 20.
   */
  double lateOfMinute() {
    int all = 0;
    int late = 0;
    int looks = 0;
    for (List<Double> each : read) {
      if (looks++ < 120) {
        all += each.size();
        late += (int) each.stream().filter(latency -> latency > objective(limit)).count();
      }
    }
    return all < 20 ? 0 : (double) late / all;
  }

  private ServingReading reading() {
    latencies.addAll(answered);
    read.addFirst(List.copyOf(answered));
    ServingReading reading =
        reading(
            arrived, answered.stream().mapToDouble(Double::doubleValue).toArray(), queue.size());
    answered.clear();
    arrived = 0;
    return reading;
  }

  /** What a server says that has bounds 2 ms apart. */
  ServingReading reading(long came, double[] seconds, long waiting) {
    return reading(came, seconds, waiting, served.size());
  }

  ServingReading reading(long came, double[] seconds, long waiting, long running) {
    double width = isCoarse ? 10 : 0.002;
    Map<Integer, Long> counts = new TreeMap<>();
    for (double each : seconds) {
      counts.merge((int) Math.ceil(each / width) - 1, 1L, Long::sum);
    }
    List<LatencyBucket> buckets = new ArrayList<>();
    counts.forEach((at, n) -> buckets.add(new LatencyBucket(at * width, (at + 1) * width, n)));
    var latencies = new LatencyHistogram(buckets);
    return new ServingReading(
        "n",
        SERVER,
        ServerKind.VLLM,
        millis,
        (millis - 500) * MILLI,
        millis * MILLI,
        List.of(DEVICE),
        "m",
        OptionalLong.of(came),
        seconds.length,
        OptionalLong.empty(),
        latencies,
        latencies.quantile(0.5).stream().toList(),
        OptionalDouble.empty(),
        OptionalLong.of(waiting),
        OptionalLong.of(running),
        null,
        false);
  }

  static ServingReading named(ServingReading of, String server, String model) {
    return new ServingReading(
        of.node(),
        server,
        of.kind(),
        of.sequence(),
        of.startNanos(),
        of.endNanos(),
        of.devices(),
        model,
        of.arrived(),
        of.finished(),
        of.failed(),
        of.latencies(),
        of.quantiles(),
        of.meanSeconds(),
        of.waiting(),
        of.running(),
        of.share(),
        of.isEndOfTrace());
  }

  private static double quantile(double[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1];
  }

  /** The 95th percentile of all requests so far. */
  double tail() {
    double[] sorted = latencies.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return quantile(sorted, 0.95);
  }

  boolean isAtOwn() {
    return clock == OWN_CLOCK && units == ownUnits;
  }

  private void apply(Sent sent) {
    Configuration wished = sent.proposal().defaultConfiguration();
    if (isSetting) {
      clock = value(wished, TunableName.CORE_CLOCK, OWN_CLOCK);
      units = value(wished, TunableName.CU_COUNT, ownUnits);
    }
    loop.onActuation(
        state,
        new Actuation(
            "n",
            DEVICE,
            1,
            sent.sequence(),
            ActuationOutcome.APPLIED,
            "ok",
            "",
            null,
            List.of(),
            0,
            (millis - POWER_LATE) * MILLI,
            List.of(),
            List.of()));
  }

  private static int value(Configuration wished, String tunable, int own) {
    return wished.setting(tunable).map(Setting::value).map(Long::intValue).orElse(own);
  }
}
