/**
 * The kernel's lines of a process's control groups in, Slurm's job out. Called by what finds
 * processes on a GPU and by {@code run}.
 */
@NullMarked
package io.wattune.collectors.slurm;

import org.jspecify.annotations.NullMarked;
