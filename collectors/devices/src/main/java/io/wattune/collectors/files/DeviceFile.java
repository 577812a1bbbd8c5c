package io.wattune.collectors.files;

import io.wattune.collectors.device.DeviceException;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.json.StrictJson;
import io.wattune.schemas.json.WrongJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The file {@code device.json} of a device's folder:
 *
 * <pre>{@code
 * {"vendor": "acme", "model": "A1", "driver": "2.0",
 *  "signal": {"name": "power", "unit": "MILLIWATTS", "pollPeriodMillis": 20},
 *  "tunables": [
 *    {"name": "core.clock", "unit": "MEGAHERTZ", "lowest": 300, "highest": 1000, "step": 100},
 *    {"name": "memory.clock", "unit": "MEGAHERTZ", "values": [475, 625, 1375]}]}
 * }</pre>
 *
 * @param vendor who made it, in small letters
 * @param model the vendor's name of the product
 * @param driver version of its driver; empty where unknown
 * @param signal its power signal: MILLIWATTS or MICROWATTS
 * @param tunables what can be set, own values and permission left out
 */
record DeviceFile(
    String vendor, String model, String driver, Signal signal, List<Tunable> tunables) {
  /** Tunables are files: nothing that leads out of the folder, nothing hidden. */
  private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  static DeviceFile read(Path file) throws DeviceException {
    try {
      return of(StrictJson.read(Files.readAllBytes(file), StrictJson.FIRST));
    } catch (WrongJsonException | IllegalArgumentException e) {
      throw new DeviceException("file " + file + " is wrong: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new DeviceException("file " + file + " cannot be read: " + FailureWords.of(e), e);
    }
  }

  private static DeviceFile of(StrictJson json) {
    json.allow(List.of("vendor", "model", "driver", "signal", "tunables"));
    List<Tunable> tunables = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (StrictJson each : json.has("tunables") ? json.list("tunables") : List.<StrictJson>of()) {
      Tunable tunable = tunable(each);
      if (!names.add(tunable.name())) {
        each.problem("name", "is another tunable's, too: '" + tunable.name() + "'");
      }
      tunables.add(tunable);
    }
    return new DeviceFile(
        json.text("vendor"),
        json.text("model"),
        json.has("driver") ? json.text("driver") : "",
        signal(json.object("signal")),
        List.copyOf(tunables));
  }

  private static Signal signal(StrictJson json) {
    json.allow(List.of("name", "unit", "pollPeriodMillis"));
    return new Signal(
        json.text("name"),
        json.oneOf("unit", List.of(SignalUnit.MILLIWATTS, SignalUnit.MICROWATTS)),
        TimeUnit.MILLISECONDS.toNanos(
            json.whole("pollPeriodMillis", 1, Long.MAX_VALUE, " above 0")));
  }

  private static Tunable tunable(StrictJson json) {
    json.allow(List.of("name", "unit", "lowest", "highest", "step", "values"));
    String name = json.text("name");
    if (!FILE_NAME.matcher(name).matches()) {
      json.wrong("name", "a file name of letters, digits, '.', '_' and '-'");
    }
    ValueGrid grid =
        json.has("values")
            ? ValueGrid.of(json.wholes("values"))
            : ValueGrid.evenly(json.whole("lowest"), json.whole("highest"), json.whole("step"));
    TunableUnit unit = json.oneOf("unit", List.of(TunableUnit.values()));
    return new Tunable(name, unit, grid, OptionalLong.empty(), false);
  }
}
