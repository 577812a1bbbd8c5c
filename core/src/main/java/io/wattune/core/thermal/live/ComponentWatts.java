package io.wattune.core.thermal.live;

/**
 * What a component takes.
 *
 * @param component its name; of components that cannot be told apart, their names joined by {@code
 *     +}
 * @param watts its power
 * @param standardError its standard error, watts
 */
public record ComponentWatts(String component, double watts, double standardError) {}
