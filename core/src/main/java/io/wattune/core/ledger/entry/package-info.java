/** What comes out of the ledger: entries of activities and of windows, and their sums. */
@NullMarked
package io.wattune.core.ledger.entry;

import org.jspecify.annotations.NullMarked;
