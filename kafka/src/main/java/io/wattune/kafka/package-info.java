/**
 * The one seam to Kafka: what every part's clients are made of, and what all parts do with them.
 *
 * <p>In: who connects, where to and how. Out: producers, consumers and connections for
 * administration; topics with the settings that they need; published schemas. Called by every part
 * that talks to a broker.
 */
@NullMarked
package io.wattune.kafka;

import org.jspecify.annotations.NullMarked;
