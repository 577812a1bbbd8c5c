/**
 * Devices behind one set of interfaces, simulated, of files, or real: what a reader reads and what
 * a writer writes. The two faces are apart because they belong to two processes.
 */
@NullMarked
package io.wattune.collectors.device;

import org.jspecify.annotations.NullMarked;
