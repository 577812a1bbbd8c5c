/**
 * The page to watch a fleet on. In: topics, and questions to the store. Out: JSON, an event stream,
 * a page; holds. Called by the launcher.
 */
@NullMarked
package io.wattune.dashboard;

import org.jspecify.annotations.NullMarked;
