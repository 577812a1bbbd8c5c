/**
 * Packed columns: fixed-width little-endian integers in {@code bytes} fields.
 *
 * <p>In: primitive arrays or packed bytes. Out: the other of the two. The byte-for-byte
 * specification is docs/reference/block-layout.md. Called by the codecs of blocks and by the
 * archive.
 */
@NullMarked
package io.wattune.schemas.layout;

import org.jspecify.annotations.NullMarked;
