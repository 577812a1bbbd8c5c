/**
 * Questions about the past. In: devices and time ranges. Out: power and energy with their quality
 * and error. Called by whoever shows them; one interface, and one class for each kind of store.
 */
@NullMarked
package io.wattune.store.history;

import org.jspecify.annotations.NullMarked;
