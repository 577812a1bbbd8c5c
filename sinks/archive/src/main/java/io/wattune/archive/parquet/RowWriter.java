package io.wattune.archive.parquet;

/**
 * Writes values as rows into the columns of one row group.
 *
 * @param <T> the value; it becomes one or more rows, which stay in one row group
 */
@FunctionalInterface
public interface RowWriter<T> {

  /** Writes a value and returns how many rows it became. */
  int write(T value);
}
