/**
 * The privileged process and its one door: frames of fixed fields over a socket of the node,
 * decisions and holds in, answers and its state out. Whoever is behind the door may have been
 * broken into, so nothing that comes is trusted but what the leases let through.
 */
@NullMarked
package io.wattune.collectors.setter;

import org.jspecify.annotations.NullMarked;
