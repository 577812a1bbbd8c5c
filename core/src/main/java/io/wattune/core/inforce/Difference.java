package io.wattune.core.inforce;

import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.decision.InForceValue;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A control that was not read back as its decision wishes.
 *
 * @param tunable name of the tunable
 * @param unit unit of the values
 * @param wished the value wished for; empty for the control's own setting
 * @param readBack the value that was read back; empty where it could not be read
 */
public record Difference(
    String tunable, TunableUnit unit, OptionalLong wished, OptionalLong readBack) {

  /** What of a span is not as a decision wishes for the span's activity; empty where all is. */
  public static List<Difference> of(Decision.ForDevice decision, InForceSpan span) {
    Configuration wished = decision.configurationFor(span.activityName());
    List<Difference> differences = new ArrayList<>();
    for (InForceValue value : span.values()) {
      Optional<Setting> setting = wished.setting(value.tunable());
      boolean isAsWished =
          setting.isEmpty()
              ? value.isOwn()
              : value.readBack().isPresent()
                  && value.readBack().getAsLong() == setting.get().value();
      if (!isAsWished) {
        differences.add(
            new Difference(value.tunable(), value.unit(), wishedValue(setting), value.readBack()));
      }
    }
    for (Setting setting : wished.settings()) {
      if (span.values().stream().noneMatch(each -> each.tunable().equals(setting.tunable()))) {
        differences.add(
            new Difference(
                setting.tunable(),
                setting.unit(),
                OptionalLong.of(setting.value()),
                OptionalLong.empty()));
      }
    }
    return differences;
  }

  private static OptionalLong wishedValue(Optional<Setting> setting) {
    return setting.isEmpty() ? OptionalLong.empty() : OptionalLong.of(setting.get().value());
  }

  /** As in "wished core.clock 1200 MHz, read back 1410 MHz". */
  public String words() {
    return "wished %s %s%s"
        .formatted(
            tunable,
            wished.isPresent() ? Quantity.text(wished.getAsLong(), unit) : "as its own setting",
            readBack.isPresent()
                ? ", read back " + Quantity.text(readBack.getAsLong(), unit)
                : ", could not read it back");
  }
}
