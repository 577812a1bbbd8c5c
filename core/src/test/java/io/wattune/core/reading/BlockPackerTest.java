package io.wattune.core.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class BlockPackerTest {
  private static final long T0 = 1_689_268_532_351_000_000L;
  private static final long MILLI = 1_000_000L;

  private final List<PollBlock> blocks = new ArrayList<>();

  private BlockPacker packer(int maxPolls, long maxAgeNanos) {
    return new BlockPacker(
        "n/gpu", "power.draw", PowerUnit.MILLIWATTS, maxPolls, maxAgeNanos, blocks::add);
  }

  private List<Integer> sizes() {
    return blocks.stream().map(PollBlock::polls).toList();
  }

  @Test
  void packsTheEnergyCounterBesideThePower() {
    List<PollBlock> packed = new ArrayList<>();
    var packer =
        new BlockPacker(
            "n1/g",
            "power",
            PowerUnit.MILLIWATTS,
            "energy",
            EnergyUnit.MICROJOULES,
            2,
            1000 * MILLI,
            packed::add);
    packer.add(MILLI, 1, 10);
    packer.add(2 * MILLI, 2);
    packer.add(3 * MILLI, 3, 30);
    packer.endTrace();

    assertThat(packed).hasSize(3);
    EnergyColumn first = Objects.requireNonNull(packed.get(0).energy());
    assertThat(first.signal()).isEqualTo("energy");
    assertThat(first.unit()).isEqualTo(EnergyUnit.MICROJOULES);
    assertThat(first.values()).containsExactly(10, EnergyColumn.MISSING);
    assertThat(Objects.requireNonNull(packed.get(1).energy()).values()).containsExactly(30);
  }

  @Test
  void closesWhenFullWithoutWaitingForAnotherPoll() {
    BlockPacker packer = packer(3, 1000 * MILLI);

    for (int i = 0; i < 7; i++) {
      packer.add(T0 + i * MILLI, i);
    }

    assertThat(sizes()).containsExactly(3, 3);
    packer.close();
    packer.close();
    assertThat(sizes()).containsExactly(3, 3, 1);
    assertThat(blocks).extracting(PollBlock::sequence).containsExactly(0L, 1L, 2L);
    assertThat(blocks).noneMatch(PollBlock::endOfTrace);
  }

  @Test
  void namesTheModelInTheFirstBlockAndInEvery64th() {
    BlockPacker packer = packer(1, 1000 * MILLI);
    packer.named("Tesla K20m");

    for (int i = 0; i < 130; i++) {
      packer.add(T0 + i * MILLI, i);
      packer.named("Tesla K20m"); // Said again, it is no news.
    }

    assertThat(blocks.stream().filter(block -> !block.model().isEmpty()))
        .extracting(PollBlock::sequence)
        .containsExactly(0L, 64L, 128L);
    assertThat(blocks.get(64).model()).isEqualTo("Tesla K20m");
  }

  @Test
  void namesAModelThatIsKnownLaterInTheNextBlock() {
    BlockPacker packer = packer(2, 1000 * MILLI);
    for (int i = 0; i < 9; i++) {
      packer.add(T0 + i * MILLI, i);
      if (i == 4) {
        packer.named("Tesla K20m");
      }
    }

    assertThat(blocks).extracting(PollBlock::model).containsExactly("", "", "Tesla K20m", "");
  }

  @Test
  void closesBeforeAPollThatIsAnAgeLater() {
    BlockPacker packer = packer(256, 100 * MILLI);

    packer.add(T0, 1);
    packer.add(T0 + 99 * MILLI, 2);
    packer.add(T0 + 100 * MILLI, 3);
    packer.close();

    assertThat(sizes()).containsExactly(2, 1);
  }

  @Test
  void closesWhenTheSourceFallsSilent() {
    BlockPacker packer = packer(256, 100 * MILLI);
    packer.add(T0, 1);

    packer.closeIfAged(T0 + 99 * MILLI);
    assertThat(blocks).isEmpty();
    packer.closeIfAged(T0 + 100 * MILLI);
    packer.closeIfAged(T0 + 500 * MILLI);

    assertThat(sizes()).containsExactly(1);
  }

  @Test
  void keepsPollsThatComeTwiceOrBackwardInBlocksOfTheirOwn() {
    BlockPacker packer = packer(256, 100 * MILLI);

    packer.add(T0 + 10 * MILLI, 1);
    packer.add(T0 + 10 * MILLI, 2);
    packer.add(T0, 3);
    packer.add(T0 + 1, 4);
    packer.close();

    // The last one is 1 ns later, which is the same microsecond.
    assertThat(sizes()).containsExactly(1, 1, 1, 1);
    assertThat(blocks.get(3).timesNanos()).containsExactly(T0);
  }

  @Test
  void endsATraceWithAnEmptyBlock() {
    BlockPacker packer = packer(256, 100 * MILLI);
    packer.add(T0, 1);

    packer.endTrace();

    assertThat(sizes()).containsExactly(1, 0);
    assertThat(blocks).extracting(PollBlock::endOfTrace).containsExactly(false, true);
    assertThat(blocks.get(1).sequence()).isEqualTo(1);
    assertThat(blocks.get(1).device()).isEqualTo("n/gpu");
  }

  @Property(tries = 300)
  void losesNothingAndKeepsEveryBlockInBounds(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 300) int maxPolls,
      @ForAll @IntRange(min = 1, max = 500) int maxAgeMillis,
      @ForAll @IntRange(min = 0, max = 2000) int polls) {
    blocks.clear();
    var random = new Random(seed);
    BlockPacker packer = packer(maxPolls, maxAgeMillis * MILLI);
    var times = new long[polls];
    var values = new int[polls];
    long time = T0;
    for (int i = 0; i < polls; i++) {
      time += random.nextInt(20) == 0 ? -random.nextInt(3) * MILLI : random.nextInt(20) * MILLI;
      times[i] = time;
      values[i] = random.nextInt(8) == 0 ? PollBlock.MISSING : random.nextInt(400_000);
      packer.add(time, values[i]);
    }
    packer.close();

    assertThat(blocks.stream().flatMapToLong(b -> Arrays.stream(b.timesNanos())).toArray())
        .containsExactly(times);
    assertThat(blocks.stream().flatMapToInt(b -> Arrays.stream(b.values())).toArray())
        .containsExactly(values);
    for (int b = 0; b < blocks.size(); b++) {
      long[] in = blocks.get(b).timesNanos();
      assertThat(blocks.get(b).sequence()).isEqualTo(b);
      assertThat(in.length).isBetween(1, maxPolls);
      assertThat(in[in.length - 1] - in[0]).isLessThan(maxAgeMillis * MILLI);
      for (int i = 1; i < in.length; i++) {
        assertThat(in[i]).isGreaterThan(in[i - 1]);
      }
    }
  }

  @Test
  void refusesBoundsThatABlockCannotHold() {
    assertThatThrownBy(() -> packer(0, 1)).hasMessageContaining("maxPolls");
    assertThatThrownBy(() -> packer(65_537, 1)).hasMessageContaining("maxPolls");
    assertThatThrownBy(() -> packer(1, 0)).hasMessageContaining("maxAgeNanos");
    assertThatThrownBy(() -> packer(1, 2_000_000_000_000L)).hasMessageContaining("maxAgeNanos");
  }
}
