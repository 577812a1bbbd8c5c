/**
 * The ledger of one device, from polls and activities to entries: which comes after which, and what
 * falls due when. Everything else of the ledger is called from here.
 */
@NullMarked
package io.wattune.core.ledger.device;

import org.jspecify.annotations.NullMarked;
