/**
 * Work of servers that nobody instrumented for Wattune: what their pages for Prometheus show in,
 * counter readings out. Called by the agent.
 */
@NullMarked
package io.wattune.collectors.server;

import org.jspecify.annotations.NullMarked;
