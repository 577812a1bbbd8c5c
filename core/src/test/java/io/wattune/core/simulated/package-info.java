/**
 * Closed-form power traces, sensors and polling schedules for the tests of this module. In: levels
 * of power and constants of a sensor. Out: polls, and the energy that is true by construction.
 */
@NullMarked
package io.wattune.core.simulated;

import org.jspecify.annotations.NullMarked;
