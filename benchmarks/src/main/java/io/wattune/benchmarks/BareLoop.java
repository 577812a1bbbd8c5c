package io.wattune.benchmarks;

import io.wattune.benchmarks.sharing.EntryCounter;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.ring.InMemoryChunkStore;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.UndecodableException;

/** The same work without any framework: decode, ledger, drop the result; one thread. */
final class BareLoop {
  private final ReadingBlockCodec codec = new ReadingBlockCodec();
  private final PowerColumns columns = new PowerColumns();
  private final EntryCounter out = new EntryCounter();

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
    if (out.entries() == 0) {
      throw new IllegalStateException("the ledger put nothing out");
    }
    return best;
  }
}
