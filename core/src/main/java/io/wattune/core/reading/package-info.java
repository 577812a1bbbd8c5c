/** What a sensor answered: polls in, samples out. Called by the ledger and by the file readers. */
@NullMarked
package io.wattune.core.reading;

import org.jspecify.annotations.NullMarked;
