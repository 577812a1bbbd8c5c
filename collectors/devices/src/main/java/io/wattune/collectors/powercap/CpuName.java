package io.wattune.collectors.powercap;

import io.wattune.collectors.sysfs.SysTree;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who made the machine's CPUs and what they are called, as {@code /proc/cpuinfo} says.
 *
 * @param vendor in small letters; {@code cpu} where it is not said
 * @param model the vendor's name; empty where it is not said
 */
record CpuName(String vendor, String model) {
  private static final Pattern VENDOR = Pattern.compile("(?m)^vendor_id\\s*:\\s*(\\S+)");
  private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.+)$");

  static CpuName read(SysTree tree, Path cpus) {
    String text = tree.textIfAny(cpus).orElse("");
    String vendor =
        switch (first(VENDOR, text).orElse("")) {
          case "GenuineIntel" -> "intel";
          case "AuthenticAMD" -> "amd";
          case "" -> "cpu";
          default -> first(VENDOR, text).orElse("").toLowerCase(Locale.ROOT);
        };
    return new CpuName(vendor, first(MODEL, text).orElse("").strip());
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
