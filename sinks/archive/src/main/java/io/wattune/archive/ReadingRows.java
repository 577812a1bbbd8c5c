package io.wattune.archive;

import io.wattune.archive.parquet.ParquetInput;
import io.wattune.archive.parquet.ParquetInput.Receiver;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.avro.SignalUnit;
import io.wattune.schemas.layout.PackedColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Puts blocks together again from the rows of {@link ReadingShape}.
 *
 * @param <E> how what receives them may fail
 */
final class ReadingRows<E extends Exception> {
  private static final Set<MessageType> KNOWN =
      Set.of(ReadingShape.SCHEMA, ReadingShape.WITHOUT_TIME, ReadingShape.WITHOUT_MODEL);

  private final PageReadStore group;
  private final Receiver<PlacedBlock, E> receiver;
  private final ColumnReader device;
  private final ColumnReader time;
  private final ColumnReader columnNumber;
  private final ColumnReader signal;
  private final ColumnReader unit;
  private final ColumnReader value;
  private final ColumnReader answer;
  private final ColumnReader partition;
  private final ColumnReader offset;
  private final ColumnReader sequence;
  private final ColumnReader base;
  private final ColumnReader end;
  private final @Nullable ColumnReader model;

  private final List<ColumnReader> all;

  private int polls;
  private long[] times = new long[256];
  private int[] answers = new int[256];
  private long[] values = new long[256];

  private ReadingRows(PageReadStore group, MessageType schema, Receiver<PlacedBlock, E> receiver) {
    this.group = group;
    this.receiver = receiver;
    var columns = new ColumnReadStoreImpl(group, new NoConverter(), schema, null);
    device = column(columns, "device");
    time = column(columns, "timeNanos");
    columnNumber = column(columns, "column");
    signal = column(columns, "signal");
    unit = column(columns, "unit");
    value = column(columns, "value");
    answer = column(columns, "answerMicros");
    partition = column(columns, "partition");
    offset = column(columns, "offset");
    sequence = column(columns, "sequence");
    base = column(columns, "baseTimeNanos");
    end = column(columns, "endOfTrace");
    all =
        new ArrayList<>(
            List.of(
                device,
                time,
                columnNumber,
                signal,
                unit,
                value,
                answer,
                partition,
                offset,
                sequence,
                base,
                end));
    model = schema.containsField("model") ? column(columns, "model") : null;
    if (model != null) {
      all.add(model);
    }
  }

  /** Reads every block of a file, in order. */
  static <E extends Exception> void forEach(ParquetInput file, Receiver<PlacedBlock, E> receiver)
      throws IOException, E {
    MessageType schema = file.schema();
    if (!KNOWN.contains(schema)) {
      throw new IOException("a file of readings has the columns " + schema);
    }
    file.<E>forEachGroup(group -> new ReadingRows<>(group, schema, receiver).read());
  }

  private static ColumnReader column(ColumnReadStoreImpl columns, String name) {
    return columns.getColumnReader(ReadingShape.SCHEMA.getColumnDescription(new String[] {name}));
  }

  private void read() throws IOException, E {
    long rows = group.getRowCount();
    for (long row = 0; row < rows; ) {
      row += block(rows - row);
    }
  }

  /** Reads one block and returns how many rows it was. */
  private long block(long rowsLeft) throws IOException, E {
    int itsPartition = partition.getInteger();
    long itsOffset = offset.getLong();
    var block = new ReadingBlock();
    block.setDevice(device.getBinary().toStringUsingUTF8());
    block.setSequence(sequence.getLong());
    block.setLayout(PackedColumns.VERSION);
    block.setEndOfTrace(end.getBoolean());
    block.setModel(model != null && isThere(model) ? model.getBinary().toStringUsingUTF8() : "");
    boolean hasBase = isThere(base);
    long ownBase = hasBase ? base.getLong() : 0;
    boolean hasAnswers = isThere(answer);
    List<SignalColumn> signals = new ArrayList<>();
    long rows = 0;
    do {
      rows += signal(rowsLeft - rows, itsPartition, itsOffset, signals);
    } while (rows < rowsLeft && isOf(itsPartition, itsOffset));
    long[] blockTimes = Arrays.copyOf(times, polls);
    block.setSignals(signals);
    block.setPolls(polls);
    block.setBaseTimeNanos(hasBase ? ownBase : SignalValues.usualBase(blockTimes));
    block.setTimes(PackedColumns.packTimes(blockTimes, block.getBaseTimeNanos()));
    block.setAnswerMicros(
        PackedColumns.packInts(hasAnswers ? Arrays.copyOf(answers, polls) : new int[0]));
    receiver.accept(new PlacedBlock(itsPartition, itsOffset, block));
    return rows;
  }

  /** Reads one signal of a block and returns how many rows it was. */
  private long signal(long rowsLeft, int itsPartition, long itsOffset, List<SignalColumn> signals) {
    int number = columnNumber.getInteger();
    boolean hasSignal = isThere(signal);
    String name = hasSignal ? signal.getBinary().toStringUsingUTF8() : "";
    String itsUnit = hasSignal ? unit.getBinary().toStringUsingUTF8() : "";
    polls = 0;
    long rows = 0;
    do {
      poll();
      rows++;
    } while (rows < rowsLeft
        && isOf(itsPartition, itsOffset)
        && columnNumber.getInteger() == number);
    if (hasSignal) {
      SignalUnit known = SignalUnit.valueOf(itsUnit);
      signals.add(new SignalColumn(name, known, SignalValues.pack(known, values, polls)));
    }
    return rows;
  }

  private boolean isOf(int itsPartition, long itsOffset) {
    return offset.getLong() == itsOffset && partition.getInteger() == itsPartition;
  }

  /** Takes the poll of the row, if it has one, and goes on to the next row. */
  private void poll() {
    if (isThere(time)) {
      if (polls == times.length) {
        times = Arrays.copyOf(times, 2 * polls);
        answers = Arrays.copyOf(answers, 2 * polls);
        values = Arrays.copyOf(values, 2 * polls);
      }
      times[polls] = time.getLong();
      answers[polls] = isThere(answer) ? answer.getInteger() : 0;
      values[polls] = isThere(value) ? value.getLong() : SignalValues.MISSING;
      polls++;
    }
    for (ColumnReader column : all) {
      if (column.getCurrentDefinitionLevel() == column.getDescriptor().getMaxDefinitionLevel()) {
        column.skip(); // The value, where it was not asked for; else nothing.
      }
      column.consume();
    }
  }

  private static boolean isThere(ColumnReader column) {
    return column.getCurrentDefinitionLevel() > 0;
  }

  /**
   * Columns are read one by one here, so nothing is converted; Parquet asks for one all the same.
   */
  private static final class NoConverter extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
