/**
 * What a sensor shows too late or too coarsely to be seen: energy of activities shorter than its
 * window, of those that repeat, and of spans whose ends it hides.
 */
@NullMarked
package io.wattune.core.ledger.brief;

import org.jspecify.annotations.NullMarked;
