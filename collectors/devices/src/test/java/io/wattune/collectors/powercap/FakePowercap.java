package io.wattune.collectors.powercap;

import io.wattune.collectors.sysfs.SysFiles;
import io.wattune.collectors.sysfs.SysTree;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A powercap tree with CPU packages in a folder, and a kernel that misbehaves when it is told to.
 */
public final class FakePowercap implements SysFiles {
  /** What a package has of its own: 205 W for long, 246 W for short. */
  public static final long OWN_LONG_MICROWATTS = 205_000_000;

  public static final long OWN_SHORT_MICROWATTS = 246_000_000;
  private static final String RANGE = "65532610987";
  private static final String LONG = "constraint_0";
  private static final String SHORT = "constraint_1";
  private static final String LIMIT = "_power_limit_uw";

  private final Path root;
  private final List<String> writes = new ArrayList<>();
  private volatile long highestMicrowatts = Long.MAX_VALUE;
  private volatile boolean isForbidden;
  private volatile String errorAfterLongLimit = "";
  private volatile boolean isLostAtNextWrite;

  public FakePowercap(Path root) {
    this.root = root;
  }

  /** The kind that reads this tree. */
  public PowercapKind kind() {
    return new PowercapKind(new SysTree(root, this), root.resolve("cpuinfo"));
  }

  /** A package with a limit for long and one for short. */
  public FakePowercap add(int number) throws IOException {
    Path zone = Files.createDirectories(zone(number));
    set(zone, "name", "package-" + number);
    set(zone, "enabled", "1");
    set(zone, "energy_uj", "1000000");
    set(zone, "max_energy_range_uj", RANGE);
    limit(zone, LONG, "long_term", OWN_LONG_MICROWATTS);
    limit(zone, SHORT, "short_term", OWN_SHORT_MICROWATTS);
    return this;
  }

  private static void limit(Path zone, String constraint, String name, long microwatts)
      throws IOException {
    set(zone, constraint + "_name", name);
    set(zone, constraint + "_max_power_uw", "250000000");
    set(zone, constraint + LIMIT, Long.toString(microwatts));
  }

  private static void set(Path zone, String file, String text) throws IOException {
    Files.writeString(zone.resolve(file), text + "\n");
  }

  private Path zone(int number) {
    return root.resolve("class/powercap/intel-rapl:" + number);
  }

  private Path lost() {
    return root.resolve("lost");
  }

  /** The limit for long that a package has, in microwatts. */
  public long longLimit(int number) throws IOException {
    return limit(number, LONG);
  }

  /** The limit for short that a package has, in microwatts. */
  public long shortLimit(int number) throws IOException {
    return limit(number, SHORT);
  }

  private synchronized long limit(int number, String constraint) throws IOException {
    return Long.parseLong(Files.readString(zone(number).resolve(constraint + LIMIT)).strip());
  }

  /** Whether a package's files are there. */
  public boolean isThere(int number) {
    return Files.exists(zone(number));
  }

  /** Every limit is taken, and this one is set where a higher one was wished. */
  public void clampTo(long microwatts) {
    highestMicrowatts = microwatts;
  }

  /** Whoever writes may not: no root, or no CAP_SYS_RAWIO in a container. */
  public void forbidWriting() {
    isForbidden = true;
  }

  /** The limit for long is set, and the call fails all the same. */
  public void failAfterSettingLong(String error) {
    errorAfterLongLimit = error;
  }

  /** The package goes away in the middle of the next write: its files are gone, the write fails. */
  public void loseAtNextWrite() {
    isLostAtNextWrite = true;
  }

  /** The lost package is there again, with what it had. */
  public void bringBack(int number) throws IOException {
    Files.move(lost(), zone(number));
  }

  /** From now on everything works. */
  public void mend() {
    highestMicrowatts = Long.MAX_VALUE;
    isForbidden = false;
    errorAfterLongLimit = "";
  }

  /** What was written, as {@code zone/file=value}, with failed tries. */
  public synchronized List<String> writes() {
    return List.copyOf(writes);
  }

  /** One at a time, as a kernel has it: nobody sees a file that is half written. */
  @Override
  public synchronized byte[] read(Path file) throws IOException {
    return SysFiles.super.read(file);
  }

  @Override
  public synchronized void write(Path file, String text) throws IOException {
    String name = file.getFileName().toString();
    writes.add(file.getParent().getFileName() + "/" + name + "=" + text.strip());
    if (isLostAtNextWrite) {
      isLostAtNextWrite = false;
      Files.move(file.getParent(), lost());
      throw new IOException("No such device");
    }
    if (isForbidden) {
      throw new AccessDeniedException(file.toString());
    }
    SysFiles.super.write(file, Math.min(Long.parseLong(text.strip()), highestMicrowatts) + "\n");
    if (!errorAfterLongLimit.isEmpty() && name.equals(LONG + LIMIT)) {
      throw new IOException(errorAfterLongLimit);
    }
  }
}
