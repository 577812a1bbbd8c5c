/**
 * What writes topics to stores outside the broker.
 *
 * <p>In: records off topics. Out: files or points in a store. Called by the launcher.
 */
@NullMarked
package io.wattune.sinks;

import org.jspecify.annotations.NullMarked;
