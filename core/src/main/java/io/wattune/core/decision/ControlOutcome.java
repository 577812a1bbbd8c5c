package io.wattune.core.decision;

import io.wattune.core.tunable.TunableUnit;
import java.util.OptionalLong;

/**
 * What became of one control.
 *
 * @param tunable name of the tunable
 * @param unit unit of the values
 * @param wished the value that was to be set; empty where none was known
 * @param readBack the value that the device has now; empty where it could not be read
 * @param status what was done
 * @param reason short stable code of a refusal or failure; empty otherwise
 */
public record ControlOutcome(
    String tunable,
    TunableUnit unit,
    OptionalLong wished,
    OptionalLong readBack,
    ControlStatus status,
    String reason) {}
