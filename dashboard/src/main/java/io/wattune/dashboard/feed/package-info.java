/**
 * From the topics to the state. In: records. Out: decoded values, in the state. Called by the
 * dashboard's server.
 */
@NullMarked
package io.wattune.dashboard.feed;

import org.jspecify.annotations.NullMarked;
