/**
 * Heat flow in networks of nodes: {@code C dT/dt = p + l(T) - G T}, with temperatures as a rise
 * above the air.
 *
 * <p>In: a network and the watts of its nodes. Out: rises in kelvin, steady or over time. Primitive
 * arrays; no I/O.
 */
@NullMarked
package io.wattune.core.thermal.solver;

import org.jspecify.annotations.NullMarked;
