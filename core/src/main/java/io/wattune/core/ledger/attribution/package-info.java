/**
 * Who competes for a device's energy, and its books at any time in; each one's whole microjoules
 * out. Called by the ledger of a device.
 */
@NullMarked
package io.wattune.core.ledger.attribution;

import org.jspecify.annotations.NullMarked;
