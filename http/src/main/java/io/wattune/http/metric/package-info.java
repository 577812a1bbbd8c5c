/**
 * Metrics of parts. In: tables in which each part declares its own, with where their values come
 * from. Out: Prometheus' text. Called by the server, and by the parts.
 */
@NullMarked
package io.wattune.http.metric;

import org.jspecify.annotations.NullMarked;
