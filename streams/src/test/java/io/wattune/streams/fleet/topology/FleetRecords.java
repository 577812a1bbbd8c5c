package io.wattune.streams.fleet.topology;

import io.wattune.core.Quality;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.power.TruePower;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records as the other stages send them, encoded. */
final class FleetRecords {
  static final long SECOND = 1_000_000_000L;

  private FleetRecords() {}

  static byte[] descriptor(
      String device, @Nullable String rack, @Nullable String parent, long describedAtNanos) {
    return new DeviceDescriptorCodec()
        .encode(
            new DeviceDescriptor(
                device,
                DeviceId.nodeOf(device),
                rack,
                "simulated",
                "card",
                "",
                parent,
                describedAtNanos,
                List.of(new Signal("power", SignalUnit.MILLIWATTS, 20_000_000)),
                List.of()));
  }

  /** Two samples; the newest with this power and an error of 300 mW. */
  static byte[] power(String device, long timeNanos, int milliwatts) {
    return new PowerBlockCodec()
        .encode(
            new TruePower(
                device,
                "power",
                0,
                "p",
                new long[] {timeNanos - 20_000_000, timeNanos},
                new int[] {1, 1},
                new int[] {7, milliwatts},
                new int[] {5, 300},
                new byte[] {2, 1},
                null,
                0));
  }

  static byte[] window(String device, Book book, long index, int revision, long microjoules) {
    long start = index * book.windowNanos();
    return new LedgerEntryCodec()
        .encode(
            new EntryDraft(
                    book.label() + "/" + device + "/power/" + start,
                    book,
                    device,
                    "power",
                    start,
                    start + book.windowNanos())
                .revision(revision, 0, revision % 2 == 1)
                .energy(microjoules, microjoules)
                .error(1, 1)
                .seen(1, Quality.CORRECTED, "p")
                .entry());
  }
}
