/**
 * Clock, compute units and batch of an inference server by its load: a profile and polls in,
 * settings out. Called by the simulated server.
 */
@NullMarked
package io.wattune.core.serving;

import org.jspecify.annotations.NullMarked;
