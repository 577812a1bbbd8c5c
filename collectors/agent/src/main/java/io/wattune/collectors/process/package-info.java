/**
 * Which process is which: a process that a device lists, one that reports activities of its own,
 * and the same process before and after an agent's restart.
 */
@NullMarked
package io.wattune.collectors.process;

import org.jspecify.annotations.NullMarked;
