/**
 * Where a chip's blocks lie and what they take, from thermal images of its bare silicon.
 *
 * <p>In: images of several workloads in their steady state. Out: maps of power, blocks with their
 * outlines, and watts of each block in each workload. No I/O.
 */
@NullMarked
package io.wattune.core.thermal.image;

import org.jspecify.annotations.NullMarked;
