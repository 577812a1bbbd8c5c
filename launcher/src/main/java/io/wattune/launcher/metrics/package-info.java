/**
 * Health and metrics of each part. In: the status that the part keeps anyway. Out: checks and
 * values. Called at each scrape, by the servers of the commands.
 */
@NullMarked
package io.wattune.launcher.metrics;

import org.jspecify.annotations.NullMarked;
