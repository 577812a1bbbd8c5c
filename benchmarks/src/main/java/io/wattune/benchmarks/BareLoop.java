package io.wattune.benchmarks;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.TruePower;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;

/** The same work without any framework: decode, ledger, drop the result; one thread. */
final class BareLoop {
  private final ReadingBlockCodec codec = new ReadingBlockCodec();
  private final PowerColumns columns = new PowerColumns();
  private final Counted out = new Counted();

  /** Readings per second over encoded blocks of one device, given in order. */
  double readingsPerSecond(byte[][] blocks, int pollsPerBlock, int rounds)
      throws UndecodableException {
    double best = 0;
    for (int round = 0; round < rounds; round++) {
      var state = new DeviceState();
      var store = new InMemoryChunkStore();
      long start = System.nanoTime();
      for (byte[] bytes : blocks) {
        var block = codec.decode(bytes);
        new DeviceLedger(LedgerSettings.DEFAULT, block.device(), state, store, out, columns)
            .readings(block);
      }
      double seconds = (System.nanoTime() - start) * 1e-9;
      best = Math.max(best, (double) blocks.length * pollsPerBlock / seconds);
    }
    if (out.seen == 0) {
      throw new IllegalStateException("the ledger put nothing out");
    }
    return best;
  }

  private static final class Counted implements LedgerOutput {
    private long seen;

    @Override
    public void outOfBalance(
        io.wattune.core.ledger.Book book, long atNanos, long microjoulesTooMany) {
      throw new IllegalStateException(book + " does not add up");
    }

    @Override
    public void entry(LedgerEntry entry) {
      seen++;
    }

    @Override
    public void power(TruePower power) {
      seen += power.samples();
    }

    @Override
    public void profile(SensorProfile profile) {
      seen++;
    }

    @Override
    public void drifted(SensorProfile profile) {
      seen++;
    }

    @Override
    public void refused(Activity activity, String detail) {
      throw new IllegalStateException(detail);
    }
  }
}
