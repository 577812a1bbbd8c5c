/**
 * Lines of JSON from people's programs in, by a Unix socket or a folder; activities on the topic,
 * and the joules of each as an answer, out. Called by the agent's command and by {@code run}.
 */
@NullMarked
package io.wattune.collectors.local;

import org.jspecify.annotations.NullMarked;
