/**
 * What a chip and its package are made of, and how they are to be solved: HotSpot's parameters with
 * their units and ranges. No I/O.
 */
@NullMarked
package io.wattune.core.thermal.config;

import org.jspecify.annotations.NullMarked;
