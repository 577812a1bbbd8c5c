/**
 * Paths of a kernel's file tree in, their values out, and settings into them; every failure says
 * what to do. Called by the kinds that read {@code /sys}.
 */
@NullMarked
package io.wattune.collectors.procfs;

import org.jspecify.annotations.NullMarked;
