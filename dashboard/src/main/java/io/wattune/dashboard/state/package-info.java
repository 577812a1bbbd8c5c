/**
 * What is known of a fleet now: the newest of each device, and its last minutes. In: decoded
 * records, and the time. Out: immutable copies. Called by the feed, the API and the event stream.
 */
@NullMarked
package io.wattune.dashboard.state;

import org.jspecify.annotations.NullMarked;
