/** Samples and activities in, energy of activities and time windows out, with its error. */
@NullMarked
package io.wattune.core.ledger;

import org.jspecify.annotations.NullMarked;
