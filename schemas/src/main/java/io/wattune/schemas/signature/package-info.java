/**
 * Records and key files in; signatures, and whether they count, out. The controller signs its
 * decisions with it, and a node's writer believes them by it.
 */
@NullMarked
package io.wattune.schemas.signature;

import org.jspecify.annotations.NullMarked;
