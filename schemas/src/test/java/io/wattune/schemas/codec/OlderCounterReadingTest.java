package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;

/** Counter readings of senders and readers that do not know where work is known from. */
class OlderCounterReadingTest {
  private static final CounterReading READING =
      new CounterReading(
          "n1/GPU-7",
          3,
          1_000,
          2_000,
          Book.PROCESS,
          "a1",
          "train",
          List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, 12)),
          false,
          WorkSignal.PROGRESS,
          Map.of());

  @Test
  void anOlderSendersWorkIsOfUnknownOrigin() throws Exception {
    GenericRecord older = read(new CounterReadingCodec().encode(READING), version(1));

    CounterReading decoded = new CounterReadingCodec().decode(WrittenWith.encode(older));

    assertThat(decoded.workSignal()).isNull();
    assertThat(decoded.value(CounterName.WORK)).hasValue(12);
    assertThat(decoded.activityName()).isEqualTo("train");
  }

  @Test
  void anOlderReaderLeavesTheSignalOut() throws Exception {
    GenericRecord older = read(new CounterReadingCodec().encode(READING), version(1));

    assertThat(older.getSchema().getField("workSignal")).isNull();
    assertThat(older.get("sequence")).isEqualTo(3L);
  }

  @Test
  void anOlderSenderStatesNoGoal() throws Exception {
    CounterReading stated =
        new CounterReading(
            READING.device(),
            READING.sequence(),
            READING.startNanos(),
            READING.endNanos(),
            READING.level(),
            READING.activityId(),
            READING.activityName(),
            READING.counters(),
            false,
            READING.workSignal(),
            Map.of("wattune.max-slowdown", "1%"));
    byte[] now = new CounterReadingCodec().encode(stated);

    assertThat(new CounterReadingCodec().decode(now)).isEqualTo(stated);
    GenericRecord older = read(now, version(2));
    assertThat(new CounterReadingCodec().decode(WrittenWith.encode(older))).isEqualTo(READING);
  }

  /** How far a signal of tomorrow is to be trusted nobody knows today. */
  @Test
  void aSignalThatThisReaderDoesNotKnowIsRefused() throws Exception {
    Schema tomorrow =
        new SchemaParser()
            .parse((CharSequence) version(2).toString().replace("\"COUNTERS\"", "\"ORACLE\""))
            .mainSchema();
    GenericRecord record = read(new CounterReadingCodec().encode(READING), version(2));
    var newer = new GenericData.Record(tomorrow);
    for (Schema.Field field : tomorrow.getFields()) {
      newer.put(field.pos(), record.get(field.name()));
    }
    Schema signal = tomorrow.getField("workSignal").schema().getTypes().get(1);
    newer.put("workSignal", new GenericData.EnumSymbol(signal, "ORACLE"));

    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(
            () ->
                new CounterReadingCodec(WrittenWith.store(tomorrow))
                    .decode(WrittenWith.encode(newer)))
        .withMessageContaining("WorkSignal");
  }

  private static Schema version(int version) {
    return BundledSchemas.get().versions().stream()
        .filter(each -> each.record().equals("CounterReading") && each.version() == version)
        .findFirst()
        .orElseThrow()
        .schema();
  }

  private static GenericRecord read(byte[] bytes, Schema as) throws IOException {
    Schema writer = BundledSchemas.get().byFingerprint(RecordDecoder.fingerprintOf(bytes));
    int header = RecordDecoder.HEADER_BYTES;
    return new GenericDatumReader<GenericRecord>(writer, as, new GenericData())
        .read(null, DecoderFactory.get().binaryDecoder(bytes, header, bytes.length - header, null));
  }
}
