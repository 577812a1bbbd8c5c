package io.wattune.archive;

import io.wattune.archive.parquet.RowShape;
import io.wattune.archive.parquet.RowWriter;
import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Blocks of true power as rows, one for each sample. Blocks cannot be put together again: true
 * power is worked out anew from the readings, and how it was cut is of no use. A block without
 * samples is one row without a time.
 */
final class PowerShape implements RowShape<PlacedPower> {

  static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message power {
            required binary device (STRING);
            optional int64 time (TIMESTAMP(MICROS,true));
            optional int64 timeNanos;
            required binary signal (STRING);
            optional int32 trueMilliwatts;
            optional int32 rawMilliwatts;
            optional int32 errorMilliwatts;
            optional binary quality (STRING);
            required int32 revision;
            required binary profileId (STRING);
            required int32 partition;
            required int64 offset;
          }
          """);

  private static final ParquetProperties PROPERTIES =
      ParquetProperties.builder()
          .withWriterVersion(WriterVersion.PARQUET_2_0)
          .withDictionaryEncoding("time", false)
          .withDictionaryEncoding("timeNanos", false)
          .withDictionaryEncoding("offset", false)
          .withPageWriteChecksumEnabled(true)
          .build();

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public ParquetProperties properties() {
    return PROPERTIES;
  }

  @Override
  public RowWriter<PlacedPower> writer(ColumnWriteStore columns) {
    return new Rows(columns);
  }

  private static final class Rows implements RowWriter<PlacedPower> {
    private final ColumnWriteStore columns;
    private final ColumnWriter device;
    private final ColumnWriter time;
    private final ColumnWriter timeNanos;
    private final ColumnWriter signal;
    private final ColumnWriter trueMilliwatts;
    private final ColumnWriter rawMilliwatts;
    private final ColumnWriter errorMilliwatts;
    private final ColumnWriter quality;
    private final ColumnWriter revision;
    private final ColumnWriter profileId;
    private final ColumnWriter partition;
    private final ColumnWriter offset;

    Rows(ColumnWriteStore columns) {
      this.columns = columns;
      device = column("device");
      time = column("time");
      timeNanos = column("timeNanos");
      signal = column("signal");
      trueMilliwatts = column("trueMilliwatts");
      rawMilliwatts = column("rawMilliwatts");
      errorMilliwatts = column("errorMilliwatts");
      quality = column("quality");
      revision = column("revision");
      profileId = column("profileId");
      partition = column("partition");
      offset = column("offset");
    }

    private ColumnWriter column(String name) {
      return columns.getColumnWriter(SCHEMA.getColumnDescription(new String[] {name}));
    }

    @Override
    public int write(PlacedPower placed) {
      TruePower power = placed.power();
      for (int i = 0; i < power.samples(); i++) {
        long nanos = power.timesNanos()[i];
        time.write(Times.micros(nanos), 0, 1);
        timeNanos.write(nanos, 0, 1);
        write(trueMilliwatts, power.trueMilliwatts()[i]);
        write(rawMilliwatts, power.rawMilliwatts()[i]);
        write(errorMilliwatts, power.errorMilliwatts()[i]);
        quality.write(Binary.fromString(Quality.ofCode(power.qualities()[i]).name()), 0, 1);
        endRow(placed);
      }
      if (power.samples() == 0) {
        time.writeNull(0, 0);
        timeNanos.writeNull(0, 0);
        trueMilliwatts.writeNull(0, 0);
        rawMilliwatts.writeNull(0, 0);
        errorMilliwatts.writeNull(0, 0);
        quality.writeNull(0, 0);
        endRow(placed);
        return 1;
      }
      return power.samples();
    }

    private static void write(ColumnWriter column, int milliwatts) {
      if (milliwatts == TruePower.NONE) {
        column.writeNull(0, 0);
      } else {
        column.write(milliwatts, 0, 1);
      }
    }

    private void endRow(PlacedPower placed) {
      TruePower power = placed.power();
      device.write(Binary.fromString(power.device()), 0, 0);
      signal.write(Binary.fromString(power.signal()), 0, 0);
      revision.write(power.revision(), 0, 0);
      profileId.write(Binary.fromString(power.profileId()), 0, 0);
      partition.write(placed.partition(), 0, 0);
      offset.write(placed.offset(), 0, 0);
      columns.endRecord();
    }
  }
}
