/**
 * Encoded records of all reader threads in, records on the broker out, by way of a bounded queue
 * and, while the broker is away, a bounded spool on disk. Called by the agent's command.
 */
@NullMarked
package io.wattune.collectors.spool;

import org.jspecify.annotations.NullMarked;
