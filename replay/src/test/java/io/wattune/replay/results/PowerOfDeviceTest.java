package io.wattune.replay.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.replay.report.TrueTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PowerOfDeviceTest {

  @Test
  void takesTheNewestRevisionOfASample() {
    PowerOfDevice power = new PowerOfDevice();
    power.accept(block(0, 0, 10, 0));
    power.accept(block(1, 4, 12, 0));
    TrueTrace trace = power.trace();
    assertThat(trace.timesNanos()).isEqualTo(times(0, 12, 0));
    assertThat(trace.trueMilliwatts())
        .isEqualTo(IntStream.range(0, 12).map(i -> i < 4 ? 0 : 1).toArray());
    assertThat(power.newestBlock().profileId()).isEqualTo("p1");
  }

  @Test
  void mixesNoRevisionsWhenTheNewerHasAnotherDelay() {
    PowerOfDevice power = new PowerOfDevice();
    power.accept(block(0, 0, 10, 0));
    power.accept(block(1, 4, 12, 3));
    TrueTrace trace = power.trace();
    assertThat(trace.samples()).isEqualTo(12);
    assertThat(trace.timesNanos()).isSorted().doesNotHaveDuplicates();
    assertThat(Arrays.stream(trace.trueMilliwatts()).sum()).isEqualTo(8);
  }

  /**
   * Blocks of one topic may be repeated after a failure, and a reader may see them in any order.
   */
  @Property
  void doesNotDependOnOrderCutsOrRepeats(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int length) {
    Random random = new Random(seed);
    List<TruePower> blocks =
        new ArrayList<>(
            IntStream.iterate(0, from -> from < 40, from -> from + length)
                .mapToObj(from -> block(0, from, Math.min(40, from + length), 0))
                .toList());
    IntStream.iterate(20, from -> from < 40, from -> from + length)
        .forEach(from -> blocks.add(block(1, from, Math.min(40, from + length), 0)));
    blocks.addAll(List.copyOf(blocks.subList(0, blocks.size() / 2)));
    Collections.shuffle(blocks, random);
    PowerOfDevice power = new PowerOfDevice();
    blocks.forEach(power::accept);
    TrueTrace trace = power.trace();
    assertThat(trace.timesNanos()).isEqualTo(times(0, 40, 0));
    assertThat(trace.trueMilliwatts())
        .isEqualTo(IntStream.range(0, 40).map(i -> i < 20 ? 0 : 1).toArray());
  }

  @Test
  void isCompleteWithTheSummaryOnly() {
    PowerOfDevice power = new PowerOfDevice();
    power.accept(block(0, 0, 10, 0));
    assertThat(power.summary()).isNull();
    TraceSummary summary = new TraceSummary(10, 10, 0, 0, 0, 0, 0, 0, 3);
    TruePower empty = block(0, 0, 0, 0);
    power.accept(
        new TruePower(
            empty.device(),
            empty.signal(),
            empty.revision(),
            empty.profileId(),
            empty.timesNanos(),
            empty.rawMilliwatts(),
            empty.trueMilliwatts(),
            empty.errorMilliwatts(),
            empty.qualities(),
            summary,
            0));
    assertThat(power.summary()).isEqualTo(summary);
  }

  /** Samples {@code from} to {@code to}; true power is the revision's number. */
  static TruePower block(int revision, int from, int to, long delayNanos) {
    int[] values = new int[to - from];
    Arrays.fill(values, revision);
    return new TruePower(
        "d",
        "power.draw",
        revision,
        "p" + revision,
        times(from, to, delayNanos),
        new int[values.length],
        values,
        new int[values.length],
        new byte[values.length],
        null,
        0);
  }

  private static long[] times(int from, int to, long delayNanos) {
    return IntStream.range(from, to).mapToLong(i -> 1_000L * i - delayNanos).toArray();
  }
}
