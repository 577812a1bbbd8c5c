/**
 * The samples of the lateness horizon with their running integral: the energy between any two times
 * in it costs two look-ups. Written and read by the ledger.
 */
@NullMarked
package io.wattune.core.ring;

import org.jspecify.annotations.NullMarked;
