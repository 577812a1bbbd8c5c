/**
 * What goes into the ledger of a device, and what it remembers of it. States keep their names:
 * hosts put them into their checkpoints.
 */
@NullMarked
package io.wattune.core.ledger;

import org.jspecify.annotations.NullMarked;
