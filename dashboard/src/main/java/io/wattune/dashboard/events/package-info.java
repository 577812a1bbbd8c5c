/**
 * What changes, as a stream of events for each page. In: the state. Out: small differences, at most
 * twice a second. Called by the server.
 */
@NullMarked
package io.wattune.dashboard.events;

import org.jspecify.annotations.NullMarked;
