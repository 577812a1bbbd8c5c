/**
 * The whole pipeline on one machine: broker, Flink, controller, simulated nodes with their agents,
 * writers and guardians. Options in, a status line and a summary out; called by the command line.
 */
@NullMarked
package io.wattune.launcher.up;

import org.jspecify.annotations.NullMarked;
