package io.wattune.archive;

import io.wattune.archive.parquet.RowShape;
import io.wattune.archive.parquet.RowWriter;
import io.wattune.schemas.avro.ReadingBlock;
import io.wattune.schemas.avro.SignalColumn;
import io.wattune.schemas.layout.PackedColumns;
import java.util.List;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Blocks of readings as rows: one for each poll and signal, so that any engine can sum them. What
 * is the same for a whole block stands in each of its rows, which costs next to nothing once it is
 * encoded. A block without polls is one row without a time for each signal, or one without a signal
 * where there is none. The rows of a block follow each other: signal after signal, poll after poll.
 */
final class ReadingShape implements RowShape<PlacedBlock> {

  static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message readings {
            required binary device (STRING);
            optional int64 timeNanos;
            required int32 column;
            optional binary signal (STRING);
            optional binary unit (STRING);
            optional int64 value;
            optional int32 answerMicros;
            required int32 partition;
            required int64 offset;
            required int64 sequence;
            optional int64 baseTimeNanos;
            required boolean endOfTrace;
            optional binary model (STRING);
            optional int64 time (TIMESTAMP(MICROS,true));
          }
          """);

  /** Files of before blocks named the device's model: they have all columns before it. */
  static final MessageType WITHOUT_MODEL = before("model");

  /** Files of before there was a time that every program reads as one. */
  static final MessageType WITHOUT_TIME = before("time");

  private static final ParquetProperties PROPERTIES =
      ParquetProperties.builder()
          .withWriterVersion(WriterVersion.PARQUET_2_0)
          .withDictionaryEncoding("time", false)
          .withDictionaryEncoding("timeNanos", false)
          .withDictionaryEncoding("offset", false)
          .withDictionaryEncoding("sequence", false)
          .withPageWriteChecksumEnabled(true)
          .build();

  private static MessageType before(String column) {
    return new MessageType(
        SCHEMA.getName(), SCHEMA.getFields().subList(0, SCHEMA.getFieldIndex(column)));
  }

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public ParquetProperties properties() {
    return PROPERTIES;
  }

  @Override
  public RowWriter<PlacedBlock> writer(ColumnWriteStore columns) {
    return new Rows(columns);
  }

  private static final class Rows implements RowWriter<PlacedBlock> {
    private final ColumnWriteStore columns;
    private final ColumnWriter device;
    private final ColumnWriter timestamp;
    private final ColumnWriter time;
    private final ColumnWriter columnNumber;
    private final ColumnWriter signal;
    private final ColumnWriter unit;
    private final ColumnWriter value;
    private final ColumnWriter answer;
    private final ColumnWriter partition;
    private final ColumnWriter offset;
    private final ColumnWriter sequence;
    private final ColumnWriter base;
    private final ColumnWriter end;
    private final ColumnWriter model;

    Rows(ColumnWriteStore columns) {
      this.columns = columns;
      device = column("device");
      timestamp = column("time");
      time = column("timeNanos");
      columnNumber = column("column");
      signal = column("signal");
      unit = column("unit");
      value = column("value");
      answer = column("answerMicros");
      partition = column("partition");
      offset = column("offset");
      sequence = column("sequence");
      base = column("baseTimeNanos");
      end = column("endOfTrace");
      model = column("model");
    }

    private ColumnWriter column(String name) {
      return columns.getColumnWriter(SCHEMA.getColumnDescription(new String[] {name}));
    }

    @Override
    public int write(PlacedBlock placed) {
      ReadingBlock block = placed.block();
      var common = new Common(placed);
      List<SignalColumn> signals = block.getSignals();
      if (signals.isEmpty()) {
        signal.writeNull(0, 0);
        unit.writeNull(0, 0);
        return emptyRow(common, 0);
      }
      int rows = 0;
      for (int i = 0; i < signals.size(); i++) {
        rows += signal(common, i, block, signals.get(i));
      }
      return rows;
    }

    private int signal(Common common, int number, ReadingBlock block, SignalColumn column) {
      Binary name = Binary.fromString(column.getSignal());
      Binary unitName = Binary.fromString(column.getUnit().name());
      if (block.getPolls() == 0) {
        signal.write(name, 0, 1);
        unit.write(unitName, 0, 1);
        return emptyRow(common, number);
      }
      long[] values = SignalValues.of(column);
      for (int i = 0; i < values.length; i++) {
        signal.write(name, 0, 1);
        unit.write(unitName, 0, 1);
        timestamp.write(Times.micros(common.times[i]), 0, 1);
        time.write(common.times[i], 0, 1);
        if (values[i] == SignalValues.MISSING) {
          value.writeNull(0, 0);
        } else {
          value.write(values[i], 0, 1);
        }
        if (common.answers.length == 0) {
          answer.writeNull(0, 0);
        } else {
          answer.write(common.answers[i], 0, 1);
        }
        endRow(common, number);
      }
      return values.length;
    }

    private int emptyRow(Common common, int number) {
      timestamp.writeNull(0, 0);
      time.writeNull(0, 0);
      value.writeNull(0, 0);
      answer.writeNull(0, 0);
      endRow(common, number);
      return 1;
    }

    private void endRow(Common common, int number) {
      columnNumber.write(number, 0, 0);
      device.write(common.device, 0, 0);
      partition.write(common.partition, 0, 0);
      offset.write(common.offset, 0, 0);
      sequence.write(common.sequence, 0, 0);
      if (common.isBaseOwn) {
        base.write(common.base, 0, 1);
      } else {
        base.writeNull(0, 0);
      }
      end.write(common.isEnd, 0, 0);
      if (common.model.length() == 0) {
        model.writeNull(0, 0);
      } else {
        model.write(common.model, 0, 1);
      }
      columns.endRecord();
    }
  }

  /** What all rows of a block share. */
  private static final class Common {
    final Binary device;
    final int partition;
    final long offset;
    final long sequence;
    final long base;
    final boolean isBaseOwn;
    final boolean isEnd;
    final Binary model;
    final long[] times;
    final int[] answers;

    Common(PlacedBlock placed) {
      ReadingBlock block = placed.block();
      device = Binary.fromString(block.getDevice());
      partition = placed.partition();
      offset = placed.offset();
      sequence = block.getSequence();
      base = block.getBaseTimeNanos();
      isEnd = block.getEndOfTrace();
      model = Binary.fromString(block.getModel());
      times = PackedColumns.unpackTimes(block.getTimes(), base);
      answers = PackedColumns.unpackInts(block.getAnswerMicros());
      isBaseOwn = base != SignalValues.usualBase(times);
    }
  }
}
