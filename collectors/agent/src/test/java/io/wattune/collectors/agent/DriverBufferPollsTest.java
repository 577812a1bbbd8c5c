package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A driver keeps a reading every 20 ms and is asked every 100 ms. */
class DriverBufferPollsTest {
  private static final long MILLI = 1_000_000L;
  private static final String DEVICE = "n1/g0";

  private final List<PollBlock> blocks = new ArrayList<>();
  private final PowerLane lane =
      new PowerLane(
          DEVICE,
          new Signal("samples", SignalUnit.MILLIWATTS, 100 * MILLI),
          new Signal("energy", SignalUnit.MILLIJOULES, 100 * MILLI),
          AgentSettings.DEFAULT.maxPolls(),
          AgentSettings.DEFAULT.maxAgeNanos(),
          (topic, key, value) -> blocks.add(decoded(value)));
  private final DriverBufferPolls kept = new DriverBufferPolls(lane);

  @Test
  void readingsHaveTheDriversTimes() {
    kept.reading(20 * MILLI, 100);
    kept.reading(40 * MILLI, 110);
    lane.close();

    assertThat(blocks.get(0).timesNanos()).containsExactly(20 * MILLI, 40 * MILLI);
    assertThat(blocks.get(0).values()).containsExactly(100, 110);
  }

  @Test
  void theEnergyIsPutInOrderBehindReadingsThatComeLate() {
    kept.reading(60 * MILLI, 100);
    kept.energy(100 * MILLI, 7_000);
    kept.reading(80 * MILLI, 110); // Was true before the energy, and was handed out after it.
    kept.reading(120 * MILLI, 120);
    kept.reading(140 * MILLI, 130);
    lane.close();

    PollBlock block = blocks.get(0);
    assertThat(block.timesNanos())
        .containsExactly(60 * MILLI, 80 * MILLI, 100 * MILLI, 120 * MILLI, 140 * MILLI);
    assertThat(block.values()).as("what stood at 100 ms").containsExactly(100, 110, 110, 120, 130);
    long none = EnergyColumn.MISSING;
    assertThat(block.energy().values()).containsExactly(none, none, 7_000, none, none);
  }

  @Test
  void anEnergyThatWaitsIsReplacedByANewerOne() {
    kept.energy(100 * MILLI, 7_000);
    kept.energy(200 * MILLI, 8_000);
    kept.energy(300 * MILLI, EnergyColumn.MISSING);
    kept.reading(220 * MILLI, 100);
    lane.close();

    assertThat(blocks.get(0).timesNanos()).containsExactly(200 * MILLI, 220 * MILLI);
    assertThat(blocks.get(0).values()).containsExactly(PollBlock.MISSING, 100);
  }

  private static PollBlock decoded(byte[] value) {
    try {
      return new ReadingBlockCodec().decode(value);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
