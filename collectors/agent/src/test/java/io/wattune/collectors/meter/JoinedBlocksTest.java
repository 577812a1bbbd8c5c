package io.wattune.collectors.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensor.ProfileChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JoinedBlocksTest {
  private static final String DEVICE = "n1/G1";
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_700_000_000L * SECOND;

  @Test
  void blocksThatFollowEachOtherBecomeOne() {
    List<PollBlock> joined = JoinedBlocks.of(List.of(block(3), block(4).named("A1"), block(7)));

    assertThat(joined).hasSize(1);
    assertThat(joined.get(0).polls()).isEqualTo(30);
    assertThat(joined.get(0).timesNanos()).isSorted();
    assertThat(joined.get(0).sequence()).isEqualTo(7);
    assertThat(joined.get(0).model()).isEqualTo("A1");
    assertThat(JoinedBlocks.of(List.of())).isEmpty();
  }

  @Test
  void whatDoesNotFollowStaysByItself() {
    PollBlock again = block(4);
    PollBlock other =
        new PollBlock(
            DEVICE, 5, "other", PowerUnit.MILLIWATTS, new long[] {START}, new int[] {1}, false);
    PollBlock counted = energy(block(6));

    assertThat(JoinedBlocks.of(List.of(block(4), again, other, block(6), counted)))
        .hasSize(5)
        .contains(other, counted);
  }

  @Test
  void energiesOfTheDevicesCounterGoAlong() {
    PollBlock joined = JoinedBlocks.of(List.of(energy(block(0)), energy(block(1)))).get(0);

    assertThat(joined.energy()).isNotNull();
    assertThat(joined.energy().values()).hasSize(20);
    assertThat(joined.energy().values()[10]).isEqualTo(energy(block(1)).energy().values()[0]);
  }

  /** To the bit: power, energy and its error, whatever is joined. */
  @Test
  void whatIsMeteredIsTheSame() {
    List<PollBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      blocks.add(block(i));
    }
    MeteredDevice oneByOne = metered(blocks);
    var random = new Random(1);
    List<PollBlock> joined = new ArrayList<>();
    for (int from = 0; from < blocks.size(); ) {
      int to = Math.min(blocks.size(), from + 1 + random.nextInt(20));
      joined.addAll(JoinedBlocks.of(blocks.subList(from, to)));
      from = to;
    }

    assertThat(joined).hasSizeLessThan(200);
    MeteredDevice inFewer = metered(joined);
    assertThat(oneByOne.energy()).isNotNull();
    assertThat(oneByOne.energy().joules()).isGreaterThan(5_000);
    assertThat(inFewer).isEqualTo(oneByOne);
  }

  private static MeteredDevice metered(List<PollBlock> blocks) {
    var settings = new LedgerSettings(PowerMeter.HORIZON_NANOS, ProfileChoice.NONE);
    var meter = new DeviceMeter(DEVICE, settings, new PowerColumns());
    blocks.forEach(meter::read);
    meter.show();
    return meter.shown();
  }

  /** Ten polls of 100 ms, of a load that comes and goes. */
  private static PollBlock block(int sequence) {
    long[] times = new long[10];
    int[] values = new int[10];
    for (int i = 0; i < 10; i++) {
      times[i] = START + sequence * (SECOND / 10) + i * (SECOND / 100);
      values[i] = 100_000 + sequence / 37 % 3 * 40_000 + (sequence * 7 + i * 13) % 11;
    }
    return new PollBlock(DEVICE, sequence, "power", PowerUnit.MILLIWATTS, times, values, false);
  }

  private static PollBlock energy(PollBlock of) {
    long[] energies = new long[of.polls()];
    for (int i = 0; i < energies.length; i++) {
      energies[i] = of.sequence() * 10_000 + i * 1_000L;
    }
    return new PollBlock(
        of.device(),
        of.sequence(),
        of.signal(),
        of.unit(),
        of.timesNanos(),
        of.values(),
        false,
        new EnergyColumn("total", EnergyUnit.MILLIJOULES, energies),
        "");
  }
}
