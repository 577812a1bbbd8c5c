package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Response;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A trace of about two minutes of a random sensor with stalls, gaps and missing readings, and
 * activities of all books about it.
 *
 * @param model what the device says that it is; empty where it never does
 * @param namedAt the poll with which it says so
 * @param counter millijoules by an energy counter at each poll; empty where there is none
 */
public record RandomTrace(
    Polls polls, List<Activity> activities, String model, int namedAt, long[] counter) {
  private static final List<String> MODELS =
      List.of("", "", "Tesla K20m", "NVIDIA H100 PCIe", "NVIDIA GeForce RTX 3090", "Unheard Of");

  public RandomTrace(Polls polls, List<Activity> activities) {
    this(polls, activities, "", 0, new long[0]);
  }

  /** Polls from one up to another as a block, which must not begin before the model is named. */
  PollBlock block(int from, int to, long sequence) {
    Polls some = polls.range(from, to);
    PollBlock block =
        counter.length == 0
            ? some.block(sequence, false)
            : new PollBlock(
                Polls.DEVICE,
                sequence,
                Polls.SIGNAL,
                PowerUnit.MILLIWATTS,
                some.timesNanos(),
                some.values(),
                false,
                new EnergyColumn(
                    "energy", EnergyUnit.MILLIJOULES, Arrays.copyOfRange(counter, from, to)),
                "");
    return from == namedAt ? block.named(model) : block;
  }

  public static RandomTrace of(long seed) {
    Random random = Seeds.random(seed);
    PowerTrace power = PowerTrace.from(24);
    double restless = random.nextBoolean() ? 60 + 50 * random.nextDouble() : 0;
    while (power.seconds() < restless) { // nothing can be learned of this
      power.level(30 + 100 * random.nextDouble(), 0.02 + 0.1 * random.nextDouble());
    }
    while (power.seconds() < 140) {
      power.level(24 + 20 * random.nextDouble(), 0.1 + 6 * random.nextDouble());
      power.level(60 + 140 * random.nextDouble(), 0.1 + 6 * random.nextDouble());
    }
    Response response =
        switch (random.nextInt(6)) {
          case 0 -> Response.passThrough();
          case 1 -> Response.boxcar(0.1);
          case 2 -> changing(Response.passThrough(), Response.lag(0.84), 60 + restless);
          case 3 -> changing(Response.lag(0.3), Response.lag(0.84), 40 + restless);
          default -> Response.lag(random.nextBoolean() ? 0.84 : 0.3);
        };
    Sensor sensor = new Sensor(response, 0.0154, 0.0154 * random.nextDouble(), 0.05, 0.01);
    double start = 60 * random.nextDouble();
    Polls polls =
        sensor.poll(power, start, start + 70, Sensor.every(0.004, 0.007), random.nextLong());
    Polls kept = damaged(polls, random);
    List<Activity> activities = activities(random, start);
    String model = MODELS.get(random.nextInt(MODELS.size()));
    int namedAt = random.nextBoolean() ? 0 : random.nextInt(Math.max(1, kept.size() / 2));
    long[] counter = seed % 2 == 0 ? new long[0] : counter(power, kept);
    return new RandomTrace(kept, activities, model, namedAt, counter);
  }

  /** It is new every tenth of a second. */
  private static long[] counter(PowerTrace power, Polls polls) {
    long[] counter = new long[polls.size()];
    double newest = Double.NaN;
    for (int i = 0; i < counter.length; i++) {
      double seconds = (polls.timesNanos()[i] - Sensor.EPOCH_NANOS) * 1e-9;
      double tenth = Math.floor(10 * seconds) / 10;
      counter[i] = tenth == newest ? counter[i - 1] : Math.round(1000 * power.joules(0, tenth));
      newest = tenth;
    }
    return counter;
  }

  /** A sensor that becomes another one, so that more than one profile is learned. */
  private static Response changing(Response before, Response after, double atSeconds) {
    return (power, seconds) -> (seconds < atSeconds ? before : after).at(power, seconds);
  }

  private static Polls damaged(Polls polls, Random random) {
    Polls kept = polls;
    double[] gaps = {0.13, 0.6, 3, 12, 50};
    long first = polls.timesNanos()[0];
    for (int i = random.nextInt(4); i > 0; i--) {
      long from = first + (long) (70e9 * random.nextDouble());
      kept = kept.without(from, from + (long) (1e9 * gaps[random.nextInt(gaps.length)]));
    }
    long shiftFrom =
        random.nextInt(3) == 0 ? first + (long) (70e9 * random.nextDouble()) : Long.MAX_VALUE;
    long shift = 70_000_000_000L;
    var damaged = new Polls.Builder();
    for (int i = 0; i < kept.size(); i++) {
      long time = kept.timesNanos()[i] + (kept.timesNanos()[i] > shiftFrom ? shift : 0);
      boolean missing = random.nextInt(200) == 0 || time % 20_000_000_000L < 300_000_000L;
      damaged.add(time, missing ? PollBlock.MISSING : kept.values()[i]);
      if (random.nextInt(500) == 0) {
        damaged.add(time - random.nextInt(3) * 1_000_000L, kept.values()[i]);
      }
    }
    return damaged.build();
  }

  private static List<Activity> activities(Random random, double start) {
    Book[] books = {Book.JOB, Book.PROCESS, Book.KERNEL, Book.KERNEL, Book.REQUEST, Book.SPAN};
    List<Activity> activities = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      Book book = books[random.nextInt(books.length)];
      String id = "a" + random.nextInt(30);
      if (!ids.add(book + id)) {
        continue;
      }
      double from = start - 5 + 80 * random.nextDouble();
      double length = Math.pow(10, -2 + 3.8 * random.nextDouble());
      boolean runsOn = random.nextInt(12) == 0;
      activities.add(
          new Activity(
              Polls.DEVICE,
              id,
              book,
              "name " + i,
              Sensor.nanos(from),
              runsOn ? Activity.RUNNING : Sensor.nanos(from + length),
              random.nextBoolean() ? "a" + random.nextInt(30) : null,
              Map.of("user", "u" + i % 3),
              random.nextInt(4) == 0 ? (Double) (double) random.nextInt(3) : null,
              random.nextBoolean() && !runsOn ? (Double) (0.1 + random.nextDouble()) : null));
    }
    return activities;
  }
}
