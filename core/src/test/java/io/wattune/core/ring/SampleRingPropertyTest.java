package io.wattune.core.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.Spacing;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import io.wattune.core.simulated.StateCopy;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

class SampleRingPropertyTest {

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void lookUpsEqualASumOverAllSamples(@ForAll long seed) {
    var random = new Random(seed);
    PolledRing run = filled(random, 1500);
    for (int i = 0; i < 60; i++) {
      long time = someTime(random, run);
      RingPoint point = run.at(time);
      double[] naive = naive(run, time);
      // Both are sums of at most 1500 terms of at most 1e4 J.
      assertThat(point.integral.joules).isCloseTo(naive[0], within(1e-6));
      assertThat(point.integral.spanNanos).isEqualTo((long) naive[1]);
      assertThat(point.integral.gapNanos).isEqualTo((long) naive[2]);
      assertThat(point.watts).isCloseTo(naive[3], within(1e-9));
    }
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void aLookUpAtASampleGivesTheBitsOfTheRunningIntegral(@ForAll long seed) {
    PolledRing run = filled(new Random(seed), 1500);
    for (PolledRing.Entry sample : run.samples) {
      RingPoint point = run.at(sample.timeNanos());
      assertThat(PolledRing.bits(point.integral)).isEqualTo(sample.running());
      assertThat(point.watts).isEqualTo(sample.watts());
    }
  }

  /** Marks within chunks only save additions: hosts lose them. */
  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void aRingThatWasRestoredGivesTheSameBits(@ForAll long seed) {
    var random = new Random(seed);
    PolledRing run = filled(random, 2000);
    var store = new InMemoryChunkStore();
    for (long number = run.state.oldestNumber; number < run.state.openNumber; number++) {
      store.put(number, StateCopy.of(Objects.requireNonNull(run.store.get(number))));
    }
    var restored = new SampleRing(StateCopy.of(run.state), store, PowerUnit.MILLIWATTS);

    for (int i = 0; i < 200; i++) {
      long time = someTime(random, run);
      var point = new RingPoint();
      restored.at(time, point);
      assertThat(text(point)).isEqualTo(text(run.at(time)));
    }
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void theRawIntegralEqualsTheTrapezoidOfAllPollsAtAnyTime(@ForAll long seed) {
    var random = new Random(seed);
    var run = new PolledRing(PowerUnit.MILLIWATTS);
    Polls polls = anything(random, 1500);
    run.take(polls);
    for (int i = 0; i < 60; i++) {
      long time = someTime(random, run);
      assertThat(run.at(time).integral.rawJoules)
          .isCloseTo(naiveRaw(run, polls, time), within(1e-6));
    }
    for (PolledRing.Entry sample : run.samples) {
      long time = sample.toNanos();
      assertThat(run.at(time).integral.rawJoules)
          .isCloseTo(naiveRaw(run, polls, time), within(1e-6));
    }
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void droppingChunksAndMoreSamplesDoNotChangeWhatIsKept(@ForAll long seed) {
    var random = new Random(seed);
    PolledRing run = filled(random, 2500);
    long keep = Math.min(someTime(random, run), run.state.newestNanos);
    long[] times = random.longs(40, keep, run.state.newestNanos + 1).toArray();
    String[] before = new String[times.length];
    for (int i = 0; i < times.length; i++) {
      before[i] = text(run.at(times[i]));
    }

    run.ring.dropBefore(keep);
    long newest = run.state.newestNanos;
    run.take(later(random, run.state.newestPollNanos, 800));

    for (int i = 0; i < times.length; i++) {
      if (times[i] < newest) {
        assertThat(text(run.at(times[i]))).isEqualTo(before[i]);
      }
    }
  }

  /** It may be older by what is allowed, and only then is a chunk not looked into. */
  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void theSampleAtOrBeforeATimeIsThatOfASearchThroughAll(@ForAll long seed) {
    var random = new Random(seed);
    PolledRing run = filled(random, 2500);
    run.ring.dropBefore(Math.min(someTime(random, run), run.state.newestNanos));
    long oldest = run.ring.oldestNanos();
    for (int i = 0; i < 200; i++) {
      long time = Math.max(oldest, someTime(random, run));
      long within = random.nextInt(3) == 0 ? 0 : random.nextLong(20_000_000_000L);
      long newest = naiveAtOrBefore(run, time);
      var asked = new int[1];
      long found = counting(run, asked).sampleAtOrBefore(time, within);

      assertThat(found).isBetween(oldest, newest);
      if (found != newest) {
        assertThat(naiveAtOrBefore(run, found)).as("is a sample").isEqualTo(found);
        assertThat(time - found).isLessThanOrEqualTo(within);
        assertThat(asked[0]).isZero();
      }
      assertThat(counting(run, asked).sampleAtOrBefore(time, 0)).isEqualTo(newest);
    }
    assertThatThrownBy(() -> run.ring.sampleAtOrBefore(oldest - 1, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void theNeighboursOfATimeAreThoseOfASearchThroughAll(@ForAll long seed) {
    var random = new Random(seed);
    PolledRing run = filled(random, 1500);
    run.ring.dropBefore(Math.min(someTime(random, run), run.state.newestNanos));
    long oldest = run.ring.oldestNanos();
    var near = new SampleNeighbours(run.ring);
    for (int i = 0; i < 300; i++) {
      long time = Math.max(oldest, someTime(random, run));
      int b = run.samples.size() - 1;
      while (run.samples.get(b).timeNanos() > time) {
        b--;
      }
      boolean hasAll =
          b > 0 && run.samples.get(b - 1).timeNanos() >= oldest && b + 2 < run.samples.size();

      assertThat(near.find(time)).isEqualTo(hasAll);
      if (hasAll) {
        boolean isWhole = true;
        for (int k = 0; k < SampleNeighbours.COUNT; k++) {
          PolledRing.Entry sample = run.samples.get(b - 1 + k);
          assertThat(near.timeNanos(k)).isEqualTo(sample.timeNanos());
          assertThat(near.watts(k)).isEqualTo(sample.watts());
          isWhole &= k == 0 || sample.spacing() == Spacing.SEEN;
        }
        assertThat(near.isWhole()).isEqualTo(isWhole);
      }
    }
  }

  /** A ring over the same samples that counts how often a full chunk is asked for. */
  private static SampleRing counting(PolledRing run, int[] asked) {
    var store =
        new ChunkStore() {
          @Override
          public @Nullable RingChunk get(long number) {
            asked[0]++;
            return run.store.get(number);
          }

          @Override
          public void put(long number, RingChunk chunk) {
            throw new AssertionError("a look-up puts nothing");
          }

          @Override
          public void remove(long number) {
            throw new AssertionError("a look-up removes nothing");
          }
        };
    return new SampleRing(run.state, store, PowerUnit.MILLIWATTS);
  }

  private static long naiveAtOrBefore(PolledRing run, long time) {
    long newest = Long.MIN_VALUE;
    for (PolledRing.Entry sample : run.samples) {
      newest = sample.timeNanos() <= time ? Math.max(newest, sample.timeNanos()) : newest;
    }
    return newest;
  }

  private static String text(RingPoint point) {
    return PolledRing.allBits(point.integral) + " " + Double.toHexString(point.watts);
  }

  private static PolledRing filled(Random random, int count) {
    var run = new PolledRing(PowerUnit.MILLIWATTS);
    run.take(anything(random, count));
    return run;
  }

  private static long someTime(Random random, PolledRing run) {
    List<PolledRing.Entry> samples = run.samples;
    PolledRing.Entry sample = samples.get(random.nextInt(samples.size()));
    return switch (random.nextInt(4)) {
      case 0 -> sample.timeNanos() + random.nextInt(3) - 1;
      case 1 -> sample.toNanos() + random.nextInt(3) - 1;
      case 2 ->
          samples.get((samples.size() - 1) / RingChunk.CAPACITY * RingChunk.CAPACITY).timeNanos();
      default ->
          random.nextLong(run.state.firstNanos - 1_000_000, run.state.newestNanos + 1_000_000);
    };
  }

  /** Joules, span, bridged span, watts. */
  private static double[] naive(PolledRing run, long time) {
    List<PolledRing.Entry> samples = run.samples;
    double[] sums = {0, 0, 0, samples.get(0).watts()};
    for (int i = 1; i <= samples.size() && samples.get(i - 1).timeNanos() <= time; i++) {
      PolledRing.Entry from = samples.get(i - 1);
      boolean last = i == samples.size();
      sums[3] = from.watts();
      if (last || samples.get(i).spacing() == Spacing.BROKEN) {
        long seenTo = last ? run.state.seenToNanos : samples.get(i).fromNanos();
        long held = Math.max(0, Math.min(time, seenTo) - from.timeNanos());
        sums[0] += from.watts() * held * 1e-9;
        sums[1] += held;
        continue;
      }
      PolledRing.Entry to = samples.get(i);
      long end = Math.min(time, to.timeNanos());
      double share = (double) (end - from.timeNanos()) / (to.timeNanos() - from.timeNanos());
      double watts = from.watts() + share * (to.watts() - from.watts());
      sums[0] += 0.5 * (from.watts() + watts) * (end - from.timeNanos()) * 1e-9;
      sums[1] += end - from.timeNanos();
      sums[2] += to.spacing() == Spacing.BRIDGED ? end - from.timeNanos() : 0;
      sums[3] = watts;
    }
    return sums;
  }

  /** Trapezoid over the polls, but for gaps that are not bridged. */
  private static double naiveRaw(PolledRing run, Polls polls, long time) {
    var broken = new HashSet<Long>();
    for (PolledRing.Entry sample : run.samples) {
      if (sample.spacing() == Spacing.BROKEN) {
        broken.add(sample.toNanos());
      }
    }
    double sum = 0;
    int before = -1;
    for (int i = 0; i < polls.size() && polls.timesNanos()[i] <= run.state.seenToNanos; i++) {
      if (polls.values()[i] == PollBlock.MISSING) {
        continue;
      }
      long to = polls.timesNanos()[i];
      if (before >= 0 && polls.timesNanos()[before] < time && !broken.contains(to)) {
        long from = polls.timesNanos()[before];
        long end = Math.min(time, to);
        double watts0 = polls.values()[before] * 1e-3;
        double watts1 = polls.values()[i] * 1e-3;
        double there = watts0 + (watts1 - watts0) * ((double) (end - from) / (to - from));
        sum += 0.5 * (watts0 + there) * (end - from) * 1e-9;
      }
      before = i;
    }
    return sum;
  }

  private static Polls anything(Random random, int count) {
    return later(random, Sensor.EPOCH_NANOS, count);
  }

  /** Fast, slow, stalled, missing, flat and wild polls; sometimes days apart. */
  private static Polls later(Random random, long afterNanos, int count) {
    var polls = new Polls.Builder();
    long time = afterNanos;
    int value = 50_000;
    int typicalMicros = 1 + random.nextInt(200_000);
    double changes = random.nextDouble();
    for (int i = 0; i < count; i++) {
      long micros = 1 + random.nextInt(typicalMicros);
      if (random.nextInt(200) == 0) {
        micros *= 1 + random.nextInt(5_000);
      }
      time += Math.min(micros * 1000, 80_000_000_000_000L);
      if (random.nextDouble() < changes) {
        value += random.nextInt(2001) - 1000;
      }
      polls.add(time, random.nextInt(40) == 0 && i > 0 ? PollBlock.MISSING : value);
    }
    return polls.build();
  }
}
