/**
 * One catalogue of metrics for all parts. In: the status that parts keep. Out: Prometheus' text,
 * and its reference page. Called by the server, and by the parts' adapters.
 */
@NullMarked
package io.wattune.http.metric;

import org.jspecify.annotations.NullMarked;
