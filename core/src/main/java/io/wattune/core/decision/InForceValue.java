package io.wattune.core.decision;

import io.wattune.core.tunable.TunableUnit;
import java.util.OptionalLong;

/**
 * The value of one control while a configuration was in force.
 *
 * @param tunable name of the tunable
 * @param unit unit of the value
 * @param readBack what the device answered when it was asked; empty where it could not be read
 * @param isOwn whether that is the control's own setting
 */
public record InForceValue(
    String tunable, TunableUnit unit, OptionalLong readBack, boolean isOwn) {}
