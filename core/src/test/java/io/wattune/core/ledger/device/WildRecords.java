package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records of one device as nobody should send them: clocks that jump, counters that wrap, freeze
 * and go away, repeated blocks, other units, activities of all lengths and weights that change
 * their minds. Deterministic by the seed.
 */
final class WildRecords {
  private static final List<String> MODELS =
      List.of("Tesla K20m", "NVIDIA H100 PCIe", "NVIDIA GeForce RTX 3090", "Unheard Of");
  private static final double[] POLLS = {0.001, 0.005, 0.01, 0.1, 1, 5, 20, 60, 300};
  private static final double[] GAPS = {0.13, 0.7, 3, 12, 59, 61, 299, 700, 3_600, 90_000, 2e5};
  private static final double[] LEVELS = {0, 0, 12, 50, 50.5, 300, 700, 25_000, -3};
  private static final double[] WEIGHTS = {0, 1, 2, 1e308, Double.MIN_VALUE};
  private static final double[] WORKS = {0, 1, 3, 1e-300, Double.MAX_VALUE};
  private static final Book[] BOOKS = {
    Book.JOB, Book.PROCESS, Book.KERNEL, Book.KERNEL, Book.REQUEST, Book.SPAN
  };

  private final Random random;
  private final List<Consumer<LedgerRun>> records = new ArrayList<>();
  private final List<Activity> issued = new ArrayList<>();
  private final double poll;
  private long clock;
  private long sequence;
  private double level = 50;
  private boolean isSteady = true;
  private long counter = 1_000_000;
  private int counterMode;
  private EnergyUnit energyUnit = EnergyUnit.MILLIJOULES;
  private String energySignal = "energy";
  private @Nullable PollBlock lastBlock;
  private final boolean hasCounter;

  private WildRecords(long seed) {
    this.random = Seeds.random(seed);
    this.poll = POLLS[random.nextInt(POLLS.length)];
    this.hasCounter = random.nextBoolean();
    clock = random.nextInt(4) == 0 ? -5_000_000_000L : 1_700_000_000_000_000_000L;
    clock += (long) (60e9 * random.nextDouble()) / 1000 * 1000;
    int steps = 40 + random.nextInt(60);
    for (int i = 0; i < steps; i++) {
      step();
    }
  }

  static List<Consumer<LedgerRun>> of(long seed) {
    return new WildRecords(seed).records;
  }

  /** How a ledger may be kept. */
  static LedgerSettings settings(long seed) {
    Random random = Seeds.random(seed ^ 0x5eed);
    long horizon = (long) (1e9 * new double[] {30, 90, 600}[random.nextInt(3)]);
    ProfileChoice profiles = profiles(random);
    return new LedgerSettings(horizon, profiles)
        .smoothing(random.nextInt(12) == 0)
        .detecting(random.nextInt(3) == 0 ? DetectedDevices.ALL : DetectedDevices.NONE);
  }

  private static ProfileChoice profiles(Random random) {
    SensorProfile given =
        switch (random.nextInt(6)) {
          case 0 -> Profiles.lag(0.84, 0.02, 0.1);
          case 1 -> Profiles.boxcar(0.1, 0.002, 0.1, 0.01, 0.1);
          case 2 -> Profiles.boxcar(1, 0.02, 0.1, 0.01, 0.1);
          case 3 -> Profiles.delayed(0.1, 0.2, 0.01);
          case 4 -> Profiles.scaled(0, 0.97, 0.02, -2, 1);
          default -> null;
        };
    if (given == null) {
      return random.nextInt(4) == 0 ? ProfileChoice.NONE : ProfileChoice.AUTO;
    }
    return random.nextBoolean() ? ProfileChoice.AUTO : new ProfileChoice(true, List.of(given));
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3, 4 -> readings();
      case 5, 6, 7, 8 -> activity();
      case 9 -> gap();
      case 10 -> strange();
      default -> {
        level = LEVELS[random.nextInt(LEVELS.length)];
        isSteady = random.nextBoolean();
        counterMode = random.nextInt(8);
      }
    }
  }

  private void gap() {
    if (random.nextInt(5) == 0) {
      clock -= (long) (1e9 * (600 + 20_000 * random.nextDouble())) / 1000 * 1000;
      for (int i = random.nextInt(10); i > 0; i--) {
        readings();
      }
      return;
    }
    clock += (long) (1e9 * GAPS[random.nextInt(GAPS.length)]);
  }

  private void readings() {
    int n = 1 + random.nextInt(random.nextBoolean() ? 20 : 400);
    long[] times = new long[n];
    int[] values = new int[n];
    long[] energies = new long[n];
    boolean isDark = random.nextInt(12) == 0;
    for (int i = 0; i < n; i++) {
      double step = poll * (0.6 + 0.8 * random.nextDouble());
      clock += Math.max(1, Math.round(1e6 * step)) * 1000;
      if (i > 0 && clock - times[0] > 2_000_000_000_000L) {
        clock = times[i - 1] + 1_000_000; // a block holds no more
      }
      times[i] = random.nextInt(300) == 0 ? clock - random.nextInt(5) * 1_000_000_000L : clock;
      boolean isMissing = isDark || random.nextInt(60) == 0;
      double watts = isSteady ? level : level + 40 * random.nextDouble();
      if (random.nextInt(40) == 0) {
        level = LEVELS[random.nextInt(LEVELS.length)];
      }
      values[i] = isMissing ? PollBlock.MISSING : (int) Math.round(1000 * watts);
      energies[i] = counted(watts * step);
    }
    EnergyColumn energy = hasCounter ? new EnergyColumn(energySignal, energyUnit, energies) : null;
    block(new Polls(times, values), energy);
  }

  private long counted(double joules) {
    long steps = Math.max(0, Math.round(joules * 1e6 / energyUnit.microjoules()));
    return switch (counterMode) {
      case 0 -> EnergyColumn.MISSING;
      case 1 -> counter; // frozen
      case 2 -> random.nextInt(10) == 0 ? random.nextLong() : counter;
      case 3 -> counter = (counter + steps) % 4_294_967_296L;
      case 4 -> random.nextInt(50) == 0 ? counter = 0 : (counter += steps);
      default -> counter += steps;
    };
  }

  private void block(Polls polls, @Nullable EnergyColumn energy) {
    var block =
        new PollBlock(
            Polls.DEVICE,
            sequence++,
            Polls.SIGNAL,
            PowerUnit.MILLIWATTS,
            polls.timesNanos(),
            polls.values(),
            false,
            energy,
            random.nextInt(8) == 0 ? MODELS.get(random.nextInt(MODELS.size())) : "");
    lastBlock = block;
    records.add(run -> run.block(block));
  }

  private void strange() {
    PollBlock last = lastBlock;
    if (last == null) {
      return;
    }
    switch (random.nextInt(7)) {
      case 0 -> records.add(run -> run.block(last));
      case 1 ->
          records.add(
              run ->
                  run.block(
                      new PollBlock(
                          Polls.DEVICE,
                          last.sequence() + 1,
                          "other",
                          last.unit(),
                          last.timesNanos(),
                          last.values(),
                          false)));
      case 2 -> {
        long number = sequence++;
        records.add(run -> run.block(new Polls(new long[0], new int[0]).block(number, false)));
      }
      case 3 -> sequence = 0;
      case 4 -> energyUnit = EnergyUnit.MICROJOULES;
      case 5 -> energySignal = "energy" + random.nextInt(2);
      default -> {
        long far = clock + (long) (1e9 * (90_000 + 1e8 * random.nextDouble())) / 1000 * 1000;
        long number = sequence++;
        records.add(
            run -> run.block(new Polls(new long[] {far}, new int[] {50_000}).block(number, false)));
      }
    }
  }

  private void activity() {
    if (!issued.isEmpty() && random.nextInt(3) == 0) {
      Activity again = issued.get(Math.max(0, issued.size() - 1 - random.nextInt(8)));
      send(version(again.activityId(), again.book(), again.startNanos(), length()));
      return;
    }
    if (random.nextInt(6) == 0) {
      row();
      return;
    }
    long start = clock + (long) (1e9 * (random.nextDouble() - 0.7) * poll * 100);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      send(version("a" + issued.size(), BOOKS[random.nextInt(BOOKS.length)], start, length()));
      start += (long) (1e9 * (random.nextDouble() - 0.5) * poll * 50);
    }
  }

  /** Many of one name, one after the other. */
  private void row() {
    long each = (long) (1e9 * Math.pow(10, -4 + 4 * random.nextDouble()));
    long start = clock - (long) (1e9 * random.nextDouble() * poll * 50);
    for (int i = 0; i < 30; i++) {
      send(
          new Activity(
              Polls.DEVICE,
              "r" + issued.size(),
              Book.KERNEL,
              "row",
              start,
              start + each,
              null,
              Map.of()));
      start += 2 * each;
    }
  }

  private long length() {
    return random.nextInt(6) == 0
        ? Activity.RUNNING
        : (long) (1 + 1e9 * Math.pow(10, -9 + 13 * random.nextDouble()));
  }

  private Activity version(String id, Book book, long start, long length) {
    return new Activity(
        Polls.DEVICE,
        id,
        book,
        "name" + random.nextInt(3),
        start,
        length == Activity.RUNNING ? length : start + length,
        random.nextBoolean() ? "a" + random.nextInt(issued.size() + 3) : null,
        Map.of("user", "u" + random.nextInt(3)),
        random.nextInt(3) == 0 ? (Double) WEIGHTS[random.nextInt(WEIGHTS.length)] : null,
        random.nextInt(3) == 0 ? (Double) WORKS[random.nextInt(WORKS.length)] : null);
  }

  private void send(Activity activity) {
    issued.add(activity);
    records.add(run -> run.activity(activity));
  }
}
