/**
 * What topics show of a fleet that is tuned, and what became of an order: for people and scripts.
 */
@NullMarked
package io.wattune.core.status;

import org.jspecify.annotations.NullMarked;
