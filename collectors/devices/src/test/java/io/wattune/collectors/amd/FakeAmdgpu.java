package io.wattune.collectors.amd;

import io.wattune.collectors.sysfs.SysFiles;
import io.wattune.collectors.sysfs.SysTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A tree with one or more GPUs in a folder, and a driver that behaves as amdgpu does: clock levels
 * are taken in manual alone, are not shown, and are forgotten in auto; a busy GPU runs at the
 * highest level that is allowed. All state is in files, so that another instance on the same folder
 * sees what another process would.
 */
public final class FakeAmdgpu implements SysFiles {
  private static final String LEVEL = "power_dpm_force_performance_level";
  private static final List<Long> CORE = List.of(300L, 700L, 1_200L, 1_725L);
  private static final List<Long> MEMORY = List.of(350L, 800L, 1_000L);

  private final Path root;
  private final Map<String, String> readFaults = new ConcurrentHashMap<>();
  private final Map<String, String> writeFaults = new ConcurrentHashMap<>();
  private final Map<String, String> lateFaults = new ConcurrentHashMap<>();
  private final List<String> writes = new ArrayList<>();
  private volatile long highestCapMicrowatts = Long.MAX_VALUE;
  private volatile boolean isLostAtNextWrite;

  public FakeAmdgpu(Path root) {
    this.root = root;
  }

  public SysTree tree() {
    return new SysTree(root, this);
  }

  public Path folder(int card) {
    return root.resolve("class/drm/card" + card + "/device");
  }

  public Path sensors(int card) {
    return folder(card).resolve("hwmon/hwmon" + (card + 3));
  }

  /** A GPU of the MI50's kind at an address. */
  public FakeAmdgpu add(int card, String address) throws IOException {
    Files.createDirectories(sensors(card));
    Files.createDirectories(root.resolve("class/drm/card" + card + "-DP-1"));
    set(folder(card), "vendor", "0x1002");
    set(folder(card), "device", "0x66a1");
    set(folder(card), "uevent", "DRIVER=amdgpu\nPCI_ID=1002:66A1\nPCI_SLOT_NAME=" + address);
    set(folder(card), "unique_id", "8ad5d1e2b8d7d5f" + card);
    set(folder(card), LEVEL, "auto");
    set(folder(card), "gpu_busy_percent", "97");
    set(sensors(card), "power1_average", "221000000");
    set(sensors(card), "power1_cap", "225000000");
    set(sensors(card), "power1_cap_min", "0");
    set(sensors(card), "power1_cap_max", "225000000");
    set(sensors(card), "freq1_input", "1725000000");
    set(sensors(card), "temp1_input", "61000");
    metrics(card, 1, 3, 120, 24, 1L << 16);
    show(card, "pp_dpm_sclk", CORE);
    show(card, "pp_dpm_mclk", MEMORY);
    return this;
  }

  /** A table of metrics that is all ones but for its head and its accumulator. */
  void metrics(int card, int format, int content, int size, int offset, long accumulator)
      throws IOException {
    Files.write(
        folder(card).resolve("gpu_metrics"), table(format, content, size, offset, accumulator));
  }

  static byte[] table(int format, int content, int size, int offset, long accumulator) {
    byte[] bytes = new byte[size];
    java.util.Arrays.fill(bytes, (byte) 0xFF);
    ByteBuffer table = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    table.putShort(0, (short) size).put(2, (byte) format).put(3, (byte) content);
    if (offset > 0) {
      table.putLong(offset, accumulator);
    }
    return bytes;
  }

  public void set(Path folder, String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text + "\n");
  }

  public String get(int card, String file) throws IOException {
    return Files.readString(folder(card).resolve(file)).strip();
  }

  /** Levels that are allowed, as nobody but the driver knows. */
  public String allowed(int card, String file) throws IOException {
    Path mask = folder(card).resolve("." + file);
    return Files.exists(mask) ? Files.readString(mask) : "all";
  }

  public void failReading(String file, String message) {
    readFaults.put(file, message);
  }

  public void failWriting(String file, String message) {
    writeFaults.put(file, message);
  }

  /** The driver does what is written, and the write fails all the same. */
  public void failAfterWriting(String file, String message) {
    lateFaults.put(file, message);
  }

  public void mend() {
    readFaults.clear();
    writeFaults.clear();
    lateFaults.clear();
    highestCapMicrowatts = Long.MAX_VALUE;
  }

  /** The driver takes every power cap, and sets this one where more was wished. */
  public void clampCapTo(long microwatts) {
    highestCapMicrowatts = microwatts;
  }

  /** The device goes away in the middle of the next write: its files are gone, the write fails. */
  public void loseAtNextWrite() {
    isLostAtNextWrite = true;
  }

  /** What was written, as {@code file=value}. */
  public synchronized List<String> writes() {
    return List.copyOf(writes);
  }

  /** One at a time, as a kernel has it: nobody sees a file that is half written. */
  @Override
  public synchronized byte[] read(Path file) throws IOException {
    fail(readFaults, file);
    return Files.readAllBytes(file);
  }

  @Override
  public synchronized void write(Path file, String text) throws IOException {
    String name = file.getFileName().toString();
    String value = text.strip();
    writes.add(name + "=" + value);
    if (isLostAtNextWrite) {
      isLostAtNextWrite = false;
      Files.move(cardOf(file), root.resolve("lost"));
      throw new IOException("No such device");
    }
    fail(writeFaults, file);
    if (!Files.exists(file)) {
      SysFiles.super.write(file, text);
    }
    switch (name) {
      case LEVEL -> level(file, value);
      case "pp_dpm_sclk" -> mask(file, value, CORE);
      case "pp_dpm_mclk" -> mask(file, value, MEMORY);
      case "power1_cap" ->
          SysFiles.super.write(file, Math.min(Long.parseLong(value), highestCapMicrowatts) + "\n");
      default -> throw new IOException("Operation not permitted");
    }
    fail(lateFaults, file);
  }

  private static Path cardOf(Path file) {
    Path folder = file;
    while (!folder.getFileName().toString().equals("device")) {
      folder = folder.getParent();
    }
    return folder.getParent();
  }

  private void fail(Map<String, String> faults, Path file) throws IOException {
    String message = faults.get(file.getFileName().toString());
    if (message != null && message.equals("EACCES")) {
      throw new java.nio.file.AccessDeniedException(file.toString());
    }
    if (message != null) {
      throw new IOException(message);
    }
  }

  private void level(Path file, String value) throws IOException {
    SysFiles.super.write(file, value + "\n");
    if (value.equals("auto")) {
      for (String clock : List.of("pp_dpm_sclk", "pp_dpm_mclk")) {
        Files.deleteIfExists(file.resolveSibling("." + clock));
        show(file.resolveSibling(clock), clock.equals("pp_dpm_sclk") ? CORE : MEMORY);
      }
    }
  }

  private void mask(Path file, String value, List<Long> levels) throws IOException {
    if (!Files.readString(file.resolveSibling(LEVEL)).strip().equals("manual")) {
      throw new IOException("Invalid argument");
    }
    Files.writeString(file.resolveSibling("." + file.getFileName()), value);
    show(file, levels);
  }

  private void show(int card, String file, List<Long> levels) throws IOException {
    show(folder(card).resolve(file), levels);
  }

  private static void show(Path file, List<Long> levels) throws IOException {
    Path mask = file.resolveSibling("." + file.getFileName());
    int highest =
        Files.exists(mask)
            ? java.util.Arrays.stream(Files.readString(mask).split(" "))
                .mapToInt(Integer::parseInt)
                .max()
                .orElseThrow()
            : levels.size() - 1;
    Files.writeString(
        file,
        java.util.stream.IntStream.range(0, levels.size())
            .mapToObj(i -> i + ": " + levels.get(i) + "Mhz" + (i == highest ? " *" : ""))
            .collect(Collectors.joining("\n", "", "\n")));
  }
}
