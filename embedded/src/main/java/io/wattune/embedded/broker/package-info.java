/**
 * A real Kafka broker inside this process. A folder and a port in, a bootstrap address out; called
 * by the commands that need no cluster, and by tests.
 */
@NullMarked
package io.wattune.embedded.broker;

import org.jspecify.annotations.NullMarked;
