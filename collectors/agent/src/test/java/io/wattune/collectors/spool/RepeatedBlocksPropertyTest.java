package io.wattune.collectors.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.device.DeviceLedger.BlockFate;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.ring.InMemoryChunkStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Why a record may be sent twice: the ledger of a device is the same to the last field when runs of
 * blocks come again, in the order in which a publisher sends them again, and also over the ends of
 * the agent's lives, after each of which the blocks' sequence begins at 0 again.
 */
class RepeatedBlocksPropertyTest {
  private static final String DEVICE = "n1/g0";
  private static final long START_NANOS = 1_767_225_600_000_000_000L;
  private static final long PERIOD_NANOS = 20_000_000L;
  private static final int POLLS = 5;

  /** A ledger that keeps the newest revision of each entry. */
  private static final class Book implements LedgerOutput {
    final Map<String, String> newest = new TreeMap<>();
    final DeviceState state = new DeviceState();
    final DeviceLedger ledger =
        new DeviceLedger(
            LedgerSettings.DEFAULT,
            DEVICE,
            state,
            new InMemoryChunkStore(),
            this,
            new PowerColumns());
    int refused;

    void read(PollBlock block) {
      if (ledger.readings(block) != BlockFate.ACCEPTED) {
        refused++;
      }
    }

    Map<String, String> finished() {
      ledger.readings(
          new PollBlock(DEVICE, 0, "power", PowerUnit.MILLIWATTS, new long[0], new int[0], true));
      ledger.activitiesEnded();
      return newest;
    }

    @Override
    public void outOfBalance(
        io.wattune.core.ledger.Book book, long atNanos, long microjoulesTooMany) {
      throw new IllegalStateException(book + " does not add up");
    }

    @Override
    public void entry(LedgerEntry entry) {
      newest.put(entry.entryId(), entry.toString().replaceFirst("revision=\\d+", ""));
    }

    @Override
    public void refused(Activity activity, String detail) {}
  }

  @Property(tries = 100)
  void doNotChangeTheLedger(@ForAll long seed) {
    var random = new Random(seed);
    List<PollBlock> blocks = blocks(random);
    var clean = new Book();
    blocks.forEach(clean::read);
    assertThat(clean.refused).isZero();

    var repeated = new Book();
    int repeats = 0;
    for (int next = 0; next < blocks.size(); next++) {
      repeated.read(blocks.get(next));
      if (random.nextInt(10) == 0) {
        // The link is lost: some of what has arrived was not confirmed, and is sent again.
        for (int i = Math.max(0, next - random.nextInt(20)); i <= next; i++) {
          if (random.nextInt(4) > 0) {
            repeated.read(blocks.get(i));
            repeats++;
          }
        }
      }
    }

    assertThat(repeated.refused).isEqualTo(repeats);
    assertThat(repeated.finished()).isEqualTo(clean.finished()).isNotEmpty();
  }

  /** Some lives of an agent, with a pause between, of a device whose power goes up and down. */
  private static List<PollBlock> blocks(Random random) {
    List<PollBlock> blocks = new ArrayList<>();
    long timeNanos = START_NANOS;
    int milliwatts = 100_000;
    for (int life = 0; life < 3; life++) {
      int length = 20 + random.nextInt(60);
      for (int sequence = 0; sequence < length; sequence++) {
        long[] times = new long[POLLS];
        int[] values = new int[POLLS];
        for (int i = 0; i < POLLS; i++) {
          milliwatts += random.nextInt(5) == 0 ? random.nextInt(100_001) - 50_000 : 0;
          milliwatts = Math.max(30_000, milliwatts + random.nextInt(201) - 100);
          times[i] = timeNanos;
          values[i] = random.nextInt(50) == 0 ? PollBlock.MISSING : milliwatts;
          timeNanos += PERIOD_NANOS;
        }
        blocks.add(
            new PollBlock(DEVICE, sequence, "power", PowerUnit.MILLIWATTS, times, values, false));
      }
      timeNanos += random.nextInt(3_000) * 1_000_000L;
    }
    return blocks;
  }
}
