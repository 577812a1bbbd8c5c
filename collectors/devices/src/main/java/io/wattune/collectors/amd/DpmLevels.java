package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceException;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a file of clock levels shows, {@code pp_dpm_sclk} or {@code pp_dpm_mclk}:
 *
 * <pre>
 * S: 19Mhz *      (only in deep sleep: below all levels)
 * 0: 300Mhz
 * 1: 1200Mhz *
 * 2: 1725Mhz
 * </pre>
 *
 * The star marks the clock that runs now. Nothing marks the levels that are allowed.
 *
 * <p>GPUs whose clock moves freely show a lowest and a highest level, and the present clock as a
 * level between them while it is neither. Three levels with the star in the middle can be either:
 * then only the lowest and the highest are taken, which are right for both.
 *
 * @param megahertz the clocks, ascending
 * @param current the clock that runs, where one of the levels does
 */
record DpmLevels(List<Long> megahertz, OptionalLong current) {
  private static final Pattern LINE =
      Pattern.compile("(S|[0-9]+):\\s*([0-9]+)\\s*M[Hh]z(\\s*\\*)?");

  DpmLevels {
    megahertz = List.copyOf(megahertz);
    for (int i = 1; i < megahertz.size(); i++) {
      if (megahertz.get(i) <= megahertz.get(i - 1)) {
        throw new IllegalArgumentException("levels must ascend, were " + megahertz);
      }
    }
    if (megahertz.isEmpty()) {
      throw new IllegalArgumentException("a clock needs at least one level");
    }
  }

  /** Whether a text shows levels that can be used. */
  static boolean areIn(String text) {
    try {
      return !text.isEmpty() && !parse(text).megahertz().isEmpty();
    } catch (DeviceException e) {
      return false;
    }
  }

  /** The levels that a text shows. */
  static DpmLevels parse(String text) throws DeviceException {
    List<Long> levels = new ArrayList<>();
    OptionalLong current = OptionalLong.empty();
    for (String line : text.lines().map(String::strip).toList()) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new DeviceException("clock levels are not understood, have the line '" + line + "'");
      }
      long clock = Long.parseLong(matcher.group(2));
      if (matcher.group(1).equals("S")) {
        continue;
      }
      if (Long.parseLong(matcher.group(1)) != levels.size()) {
        throw new DeviceException("clock levels must count from 0, have the line '" + line + "'");
      }
      levels.add(clock);
      if (matcher.group(3) != null) {
        current = OptionalLong.of(clock);
      }
    }
    try {
      return new DpmLevels(levels, current);
    } catch (IllegalArgumentException e) {
      throw new DeviceException("clock levels cannot be used: " + e.getMessage(), e);
    }
  }

  long highest() {
    return megahertz.get(megahertz.size() - 1);
  }

  /** The clocks that can be set as the highest one to run. */
  ValueGrid ceilings() {
    return ValueGrid.of(isFree() ? List.of(megahertz.get(0), highest()) : megahertz);
  }

  private boolean isFree() {
    return megahertz.size() == 3 && current.isPresent() && current.getAsLong() == megahertz.get(1);
  }

  /** The levels up to a clock, as the file takes them; empty where there is no such level. */
  String upTo(long ceiling) throws DeviceException {
    int last = megahertz.indexOf(ceiling);
    if (last < 0 || !ceilings().contains(ceiling)) {
      throw new DeviceException(
          "no level has " + ceiling + " MHz; there are " + ceilings().values());
    }
    return IntStream.rangeClosed(0, last)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
  }
}
