/**
 * Pictures of a power trace.
 *
 * <p>In: a {@link io.wattune.report.plot.TracePlot}, which holds readings, true power and
 * activities. Out: a PNG, or one HTML page that needs no network. Called by the commands that
 * report on a trace.
 */
@NullMarked
package io.wattune.report.plot;

import org.jspecify.annotations.NullMarked;
