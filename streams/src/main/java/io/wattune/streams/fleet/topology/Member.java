package io.wattune.streams.fleet.topology;

import io.wattune.core.fleet.FleetSum;
import org.jspecify.annotations.Nullable;

/**
 * The sum of a member of a group, on its way to the task that owns the group. It is the whole sum,
 * not a difference: then a repeat, or one that was lost, does no lasting harm.
 *
 * @param name the member: a node of a rack, or a rack of the cluster
 * @param sum its sum; null once it is no member any more
 */
record Member(String name, @Nullable FleetSum sum) {}
