/**
 * Devices that were found on this machine in, what people and programs read of them out. Called by
 * the commands of a node and by the doctor.
 */
@NullMarked
package io.wattune.collectors.discovery;

import org.jspecify.annotations.NullMarked;
