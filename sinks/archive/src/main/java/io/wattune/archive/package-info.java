/**
 * The archive: what went over the topics, as files that stay, and a manifest that says what is in
 * them and what is not.
 *
 * <p>In: records off topics, or a folder. Out: a folder, or the records again. Called by the
 * archive's writer ({@link io.wattune.archive.sink}), and by whoever reads an archive. Format:
 * docs/reference/archive.md.
 */
@NullMarked
package io.wattune.archive;

import org.jspecify.annotations.NullMarked;
