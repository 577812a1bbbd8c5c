/**
 * What a device's records say in, what is to be sent to its node now out: policy, guards and lease
 * of one device. Called by the controller, by replay and by the simulations of the tests.
 */
@NullMarked
package io.wattune.core.loop;

import org.jspecify.annotations.NullMarked;
