/**
 * Files of what was measured of inference servers: read by who starts a controller, written by who
 * measures.
 */
@NullMarked
package io.wattune.control.serving;

import org.jspecify.annotations.NullMarked;
