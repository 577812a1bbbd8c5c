/**
 * Pages of numbers over HTTP, in the text format that Prometheus reads: asked for with a limit of
 * time and length, read line by line.
 */
@NullMarked
package io.wattune.collectors.exposition;

import org.jspecify.annotations.NullMarked;
