/**
 * Our jobs on a Flink cluster that runs already. Addresses in, submitted or stopped jobs and what
 * becomes of them out; called by the command line.
 */
@NullMarked
package io.wattune.launcher.jobs;

import org.jspecify.annotations.NullMarked;
