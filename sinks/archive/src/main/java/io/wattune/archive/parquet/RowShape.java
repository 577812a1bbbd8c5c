package io.wattune.archive.parquet;

import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.schema.MessageType;

/**
 * How values become rows.
 *
 * @param <T> the value
 */
public interface RowShape<T> {

  /** The columns. */
  MessageType schema();

  /** How each column is encoded. */
  ParquetProperties properties();

  /** Begins a row group. */
  RowWriter<T> writer(ColumnWriteStore columns);
}
