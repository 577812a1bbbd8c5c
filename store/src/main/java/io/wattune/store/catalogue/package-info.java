/**
 * What a store holds of each topic: every name of a measurement, a tag and a field. Called by
 * everyone who writes to a store or asks one.
 */
@NullMarked
package io.wattune.store.catalogue;

import org.jspecify.annotations.NullMarked;
