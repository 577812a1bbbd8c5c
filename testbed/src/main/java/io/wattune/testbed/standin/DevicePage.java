package io.wattune.testbed.standin;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The page of memory that all processes share: what is set on each device, what runs on it and how
 * it is. A file of 64-bit words in the machine's byte order; {@code nvml.c} has the same layout.
 *
 * <pre>
 *   0 magic   8 version   16 number of devices   24 beat: System.nanoTime() of who plays them
 *   4096 (i + 1): the block of device i, see {@link DeviceBlock}
 * </pre>
 *
 * <p>There is no lock: each word has one writer, but for registers, where the last one counts, as
 * with hardware. So nobody who is killed can stop others.
 */
final class DevicePage {
  private static final long MAGIC = 0x314e495453545457L; // "WTTSTIN1"
  private static final long VERSION = 1;
  private static final int MAGIC_AT = 0;
  private static final int VERSION_AT = 8;
  private static final int COUNT_AT = 16;
  private static final int BEAT_AT = 24;
  private static final int BLOCK = 4096;
  private static final int MOST_DEVICES = 64;

  private final StandInPageText head;
  private final List<DeviceBlock> devices;

  private DevicePage(MappedByteBuffer bytes, int count) {
    this.head = new StandInPageText(bytes, 0);
    this.devices =
        IntStream.range(0, count)
            .mapToObj(i -> new DeviceBlock(new StandInPageText(bytes, BLOCK * (i + 1))))
            .toList();
  }

  /** Makes a page of new devices, which nobody sees before it is put in {@link #place}. */
  static DevicePage create(Path draft, List<NewDevice> newDevices) throws IOException {
    if (newDevices.isEmpty() || newDevices.size() > MOST_DEVICES) {
      throw new IllegalArgumentException(
          "there must be 1 to " + MOST_DEVICES + " devices, were " + newDevices.size());
    }
    Files.deleteIfExists(draft);
    int size = BLOCK * (newDevices.size() + 1);
    Files.write(draft, new byte[size]);
    var page = new DevicePage(map(draft), newDevices.size());
    for (int i = 0; i < newDevices.size(); i++) {
      page.devices.get(i).create(newDevices.get(i));
    }
    page.head.put(COUNT_AT, newDevices.size());
    page.head.put(VERSION_AT, VERSION);
    page.head.put(MAGIC_AT, MAGIC);
    page.beat();
    return page;
  }

  /** Puts a page in its place, and in that of any that is there: all at once. */
  static void place(Path draft, Path file) throws IOException {
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Opens a page that is there. */
  static DevicePage open(Path file) throws IOException {
    if (Files.size(file) < 2 * BLOCK) {
      throw new IOException(file + " is no page of simulated devices: it is too short");
    }
    MappedByteBuffer bytes = map(file);
    var head = new StandInPageText(bytes, 0);
    long count = head.get(COUNT_AT);
    if (head.get(MAGIC_AT) != MAGIC
        || head.get(VERSION_AT) != VERSION
        || count < 1
        || (count + 1) * BLOCK > bytes.capacity()) {
      throw new IOException(
          file + " is no page of simulated devices of version " + VERSION + "; start them anew");
    }
    return new DevicePage(bytes, (int) count);
  }

  private static MappedByteBuffer map(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
    }
  }

  /** Who plays the devices is there. */
  void beat() {
    head.put(BEAT_AT, System.nanoTime());
  }

  /** How long ago whoever plays them was there. */
  long silentNanos() {
    return System.nanoTime() - head.get(BEAT_AT);
  }

  List<DeviceBlock> devices() {
    return devices;
  }
}
