/**
 * How a tuned fleet stands, read from the topics, and what controller and node answer to an order
 * of a person. Called by the commands of an operator, on nodes too.
 */
@NullMarked
package io.wattune.kafka.fleet;

import org.jspecify.annotations.NullMarked;
