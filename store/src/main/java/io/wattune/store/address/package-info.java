/** Where a store is and what kind of store it is. Called by everyone who talks to a store. */
@NullMarked
package io.wattune.store.address;

import org.jspecify.annotations.NullMarked;
