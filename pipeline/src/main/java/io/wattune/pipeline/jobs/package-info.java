/**
 * The Flink jobs on a cluster that runs already: submitted from the newest state, watched, and
 * stopped with a savepoint. Called by {@code wattune jobs}.
 */
@NullMarked
package io.wattune.pipeline.jobs;

import org.jspecify.annotations.NullMarked;
