/**
 * Which part of a device takes its power: true power and counters in, watts of components with
 * their errors out, by a model that is fitted as data come.
 */
@NullMarked
package io.wattune.core.component;

import org.jspecify.annotations.NullMarked;
