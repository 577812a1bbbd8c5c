/**
 * The controller: Kafka Streams around core's loop of a device.
 *
 * <p>In: true power, counters, sensitivities, descriptors, actuations, holds. Out: decisions,
 * claims, rejects. Called by the launcher.
 */
@NullMarked
package io.wattune.control;

import org.jspecify.annotations.NullMarked;
