package io.wattune.schemas.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.FleetPowerCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.codec.SensitivityCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The largest records that the tests of all readers use are indeed legal, and can be sent on. */
class LargestRecordsTest {
  private final Map<Topic, RecordCodec<?>> codecs =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(Topic.READINGS, new ReadingBlockCodec()),
              Map.entry(Topic.COUNTERS, new CounterReadingCodec()),
              Map.entry(Topic.SERVING, new ServingReadingCodec()),
              Map.entry(Topic.ACTIVITY, new ActivityCodec()),
              Map.entry(Topic.DEVICES, new DeviceDescriptorCodec()),
              Map.entry(Topic.PROFILES, new SensorProfileCodec()),
              Map.entry(Topic.POWER, new PowerBlockCodec()),
              Map.entry(Topic.SMOOTHED, new PowerBlockCodec()),
              Map.entry(Topic.ENERGY, new LedgerEntryCodec()),
              Map.entry(Topic.SENSITIVITIES, new SensitivityCodec()),
              Map.entry(Topic.COMPONENT_POWER, new ComponentPowerCodec()),
              Map.entry(Topic.HEAT, new HeatCodec()),
              Map.entry(Topic.FLEET, new FleetPowerCodec()),
              Map.entry(Topic.DECISIONS, new DecisionCodec()),
              Map.entry(Topic.ACTUATIONS, new ActuationCodec()),
              Map.entry(Topic.HOLDS, new HoldCodec()),
              Map.entry(Topic.RIGHT_SIZES, new RightSizeTableCodec()),
              Map.entry(Topic.REJECTS, new RejectCodec())));

  @ParameterizedTest
  @EnumSource(value = Topic.class, mode = EnumSource.Mode.EXCLUDE, names = "SCHEMAS")
  void theLargestRecordIsReadAndWrittenAgain(Topic topic) throws Exception {
    assertThat(again(codec(topic), HostileRecords.largest(topic).value())).isNotEmpty();
  }

  private RecordCodec<?> codec(Topic topic) {
    return Objects.requireNonNull(codecs.get(topic));
  }

  private static <C> byte[] again(RecordCodec<C> codec, byte[] bytes) throws Exception {
    return codec.encode(codec.decode(bytes));
  }

  @ParameterizedTest
  @EnumSource(
      value = Topic.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SCHEMAS", "HOLDS", "RIGHT_SIZES", "REJECTS", "FLEET"})
  void aLargerOneIsRefused(Topic topic) {
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> codec(topic).decode(HostileRecords.tooLarge(topic).value()))
        .extracting(UndecodableException::reason)
        .isEqualTo(UndecodableException.TOO_LARGE);
  }

  @Test
  void everyCodecGivesAValueOrAReason() {
    feed(HostileRecords.SHORT);
  }

  @Test
  @Tag("soak")
  void everyCodecGivesAValueOrAReasonForMinutes() {
    feed(HostileRecords.LONG);
  }

  private void feed(Duration time) {
    HostileRecords.feed(
        time,
        records -> {
          for (Map.Entry<Topic, RecordCodec<?>> each : codecs.entrySet()) {
            try {
              assertThat(each.getValue().decode(records.any(each.getKey()).value())).isNotNull();
            } catch (UndecodableException e) {
              assertThat(e.reason()).isNotEmpty();
            }
          }
        });
  }
}
