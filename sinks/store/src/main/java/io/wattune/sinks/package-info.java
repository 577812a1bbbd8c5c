/**
 * From the topics to stores outside the pipeline. In: records of topics. Out: points in a
 * time-series store and answers to questions about the past; files of an archive. Called by the
 * launcher only.
 */
@NullMarked
package io.wattune.sinks;

import org.jspecify.annotations.NullMarked;
