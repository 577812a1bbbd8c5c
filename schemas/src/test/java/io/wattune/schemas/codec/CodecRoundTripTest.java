package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.reject.RejectedDatum;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.Domain;

@Domain(CoreValues.class)
class CodecRoundTripTest {

  @Property(tries = 300)
  void readingBlockComesBackAsItWas(@ForAll PollBlock block) throws Exception {
    var codec = new ReadingBlockCodec();

    assertThat(fields(codec.decode(codec.encode(block)))).isEqualTo(fields(block));
  }

  @Property(tries = 300)
  void activityComesBackAsItWas(@ForAll Activity activity) throws Exception {
    var codec = new ActivityCodec();

    assertThat(codec.decode(codec.encode(activity)))
        .isEqualTo(new ActivityEvent.Reported(activity));
  }

  @Property(tries = 20)
  void endOfTraceComesBackAsItWas(@ForAll("devices") String device) throws Exception {
    var codec = new ActivityCodec();

    assertThat(codec.decode(codec.encodeEndOfTrace(device)))
        .isEqualTo(new ActivityEvent.EndOfTrace(device));
  }

  @Provide
  Arbitrary<String> devices() {
    return CoreValues.text().map(text -> "n" + text);
  }

  @Property(tries = 300)
  void powerBlockComesBackAsItWas(@ForAll TruePower power) throws Exception {
    var codec = new PowerBlockCodec();

    assertThat(fields(codec.decode(codec.encode(power)))).isEqualTo(fields(power));
  }

  @Property(tries = 300)
  void ledgerEntryComesBackAsItWas(@ForAll LedgerEntry entry) throws Exception {
    var codec = new LedgerEntryCodec();

    assertThat(codec.decode(codec.encode(entry))).isEqualTo(entry);
  }

  @Property(tries = 300)
  void sensorProfileComesBackAsItWas(@ForAll SensorProfile profile) throws Exception {
    var codec = new SensorProfileCodec();

    assertThat(codec.decode(codec.encode(profile))).isEqualTo(profile);
  }

  @Property(tries = 100)
  void rejectComesBackAsItWas(@ForAll RejectedDatum datum) throws Exception {
    var codec = new RejectCodec();

    assertThat(fields(codec.decode(codec.encode(datum)))).isEqualTo(fields(datum));
  }

  /** The components of a record, arrays as lists: what is equal here is equal to the bit. */
  private static List<Object> fields(Record value) throws ReflectiveOperationException {
    List<Object> fields = new ArrayList<>();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object field = component.getAccessor().invoke(value);
      fields.add(
          field instanceof int[] ints
              ? Arrays.stream(ints).boxed().toList()
              : field instanceof long[] longs
                  ? Arrays.stream(longs).boxed().toList()
                  : field instanceof byte[] bytes
                      ? ByteBuffer.wrap(bytes)
                      : field instanceof EnergyColumn energy ? fields(energy) : field);
    }
    return fields;
  }
}
