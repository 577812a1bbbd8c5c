package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the machine itself gives to an agent. */
public final class MachineCheck {
  private static final int LEAST_JAVA = 17;
  private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024.0;

  private MachineCheck() {}

  public static List<Finding> findings() {
    return List.of(java(), system(), user());
  }

  private static Finding java() {
    int version = Runtime.version().feature();
    String what = "Java " + Runtime.version();
    return version >= LEAST_JAVA
        ? Finding.ok(what)
        : Finding.broken(what, "install a JDK " + LEAST_JAVA + " or newer");
  }

  private static Finding system() {
    String what =
        String.format(
            Locale.ROOT,
            "%s %s, %d processors, %.0f MiB of heap at most",
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            Runtime.getRuntime().maxMemory() / BYTES_PER_MEBIBYTE);
    return Files.isDirectory(Path.of("/sys"))
        ? Finding.ok(what)
        : Finding.missing(
            what + "; no /sys", "real devices are read on Linux; elsewhere use the simulated ones");
  }

  private static Finding user() {
    String name = System.getProperty("user.name");
    return "root".equals(name)
        ? Finding.note("runs as root; reading does not need it")
        : Finding.ok("runs as " + name);
  }
}
