package io.wattune.collectors.agent;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import java.util.List;

/**
 * Encodes one record of each kind, to nowhere. The first of a kind loads a hundred classes; on a
 * busy machine, with all readers waiting for the same ones, that would look like devices that hang.
 */
final class LoadedCodecs {

  private LoadedCodecs() {}

  static void load() {
    byte[] unused =
        new ReadingBlockCodec()
            .encode(new PollBlock("-", 0, "", PowerUnit.MILLIWATTS, new long[0], new int[0], true));
    unused = new ActivityCodec().encodeEndOfTrace("-");
    unused =
        new CounterReadingCodec()
            .encode(new CounterReading("-", 0, 0, 0, null, null, null, List.of(), true));
    unused =
        new DeviceDescriptorCodec()
            .encode(
                new DeviceDescriptor("-", "-", null, "", "", "", null, 0, List.of(), List.of()));
  }
}
