/**
 * What has been measured of one kernel in, the configuration that it should have and the reason
 * out. Called by the loop of a device.
 */
@NullMarked
package io.wattune.core.policy;

import org.jspecify.annotations.NullMarked;
