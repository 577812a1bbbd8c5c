/**
 * Energy of activities that overlap: each one's share, what remains, and the entries that say it.
 */
@NullMarked
package io.wattune.core.ledger.sharing;

import org.jspecify.annotations.NullMarked;
