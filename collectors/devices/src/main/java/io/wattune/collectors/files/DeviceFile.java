package io.wattune.collectors.files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.collectors.device.DeviceException;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(Text.class);

  /** Tunables are files: nothing that leads out of the folder, nothing hidden. */
  private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private record Text(
      @Nullable String vendor,
      @Nullable String model,
      @Nullable String driver,
      @Nullable SignalText signal,
      @Nullable List<TunableText> tunables) {}

  private record SignalText(
      @Nullable String name, @Nullable SignalUnit unit, @Nullable Long pollPeriodMillis) {}

  private record TunableText(
      @Nullable String name,
      @Nullable TunableUnit unit,
      @Nullable Long lowest,
      @Nullable Long highest,
      @Nullable Long step,
      @Nullable List<Long> values) {}

  static DeviceFile read(Path file) throws DeviceException {
    try {
      Text text = JSON.readValue(Files.readAllBytes(file));
      return checked(text);
    } catch (JacksonException e) {
      throw new DeviceException(
          "file " + file + " is not understood: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new DeviceException("file " + file + " is wrong: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new DeviceException("file " + file + " cannot be read: " + FailureWords.of(e), e);
    }
  }

  private static DeviceFile checked(Text text) {
    SignalText signal = needed("signal", text.signal());
    SignalUnit unit = needed("signal.unit", signal.unit());
    if (unit != SignalUnit.MILLIWATTS && unit != SignalUnit.MICROWATTS) {
      throw new IllegalArgumentException(
          "signal.unit must be MILLIWATTS or MICROWATTS, was " + unit);
    }
    long periodMillis = needed("signal.pollPeriodMillis", signal.pollPeriodMillis());
    List<Tunable> tunables = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (TunableText tunable : text.tunables() == null ? List.<TunableText>of() : text.tunables()) {
      tunables.add(tunable(tunable));
      if (!names.add(tunables.get(tunables.size() - 1).name())) {
        throw new IllegalArgumentException("two tunables are named '" + tunable.name() + "'");
      }
    }
    return new DeviceFile(
        needed("vendor", text.vendor()),
        needed("model", text.model()),
        text.driver() == null ? "" : text.driver(),
        new Signal(
            needed("signal.name", signal.name()),
            unit,
            Math.multiplyExact(periodMillis, NANOS_PER_MILLI)),
        List.copyOf(tunables));
  }

  private static Tunable tunable(TunableText text) {
    String name = needed("the name of a tunable", text.name());
    if (!FILE_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of a tunable must be a file name of letters, digits, '.', '_' and '-', was '"
              + name
              + "'");
    }
    ValueGrid grid =
        text.values() != null
            ? ValueGrid.of(complete(name + ".values", text.values()))
            : ValueGrid.evenly(
                needed(name + ".lowest", text.lowest()),
                needed(name + ".highest", text.highest()),
                needed(name + ".step", text.step()));
    return new Tunable(
        name, needed(name + ".unit", text.unit()), grid, OptionalLong.empty(), false);
  }

  private static List<Long> complete(String name, List<Long> values) {
    if (values.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(name + " must be whole numbers, were " + values);
    }
    return values;
  }

  private static <T> T needed(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }
}
