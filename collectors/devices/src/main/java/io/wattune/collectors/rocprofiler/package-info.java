/**
 * Counters by the names and in the units of AMD's profiler in, Wattune's out. Called by what takes
 * counters from programs.
 */
@NullMarked
package io.wattune.collectors.rocprofiler;

import org.jspecify.annotations.NullMarked;
