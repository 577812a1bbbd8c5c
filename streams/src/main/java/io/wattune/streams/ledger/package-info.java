/**
 * The ledger job: readings and activities in; energy, true power, learned profiles and rejects out.
 * Built by the launcher.
 */
@NullMarked
package io.wattune.streams.ledger;

import org.jspecify.annotations.NullMarked;
