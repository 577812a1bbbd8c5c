/**
 * Parquet files on the local disk, without Hadoop: Parquet's own column encoders and file format,
 * and nothing of what ties them to Hadoop's class path.
 *
 * <p>In: rows of a record type, or a file. Out: a file, or its columns. Called by the archive only.
 */
@NullMarked
package io.wattune.archive.parquet;

import org.jspecify.annotations.NullMarked;
