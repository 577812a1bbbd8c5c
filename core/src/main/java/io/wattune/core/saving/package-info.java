/**
 * Energies and work of a device's kernels and what was set meanwhile in, the energy that settings
 * other than the own ones have saved out, with its error. Called by the dashboard.
 */
@NullMarked
package io.wattune.core.saving;

import org.jspecify.annotations.NullMarked;
