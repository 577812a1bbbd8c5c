package io.wattune.collectors.agent;

import io.wattune.collectors.device.JournaledOwnSettings;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What a device cannot say of itself.
 *
 * @param rack the rack that the node is in, where it is known
 * @param own own settings that are kept elsewhere
 * @param isWritable whether a device's tunable, by device id and name, may be written
 */
public record DescriptionRules(
    @Nullable String rack, JournaledOwnSettings own, BiPredicate<String, String> isWritable) {

  /** Nothing is known and nothing may be written. */
  public static final DescriptionRules NONE =
      new DescriptionRules(null, JournaledOwnSettings.NONE, (device, tunable) -> false);
}
