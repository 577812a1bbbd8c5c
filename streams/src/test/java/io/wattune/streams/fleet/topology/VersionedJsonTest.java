package io.wattune.streams.fleet.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.fleet.DeviceFacts;
import io.wattune.core.fleet.EnergySum;
import io.wattune.core.fleet.FleetDevice;
import io.wattune.core.fleet.FleetSum;
import io.wattune.core.fleet.NodeTime;
import io.wattune.core.fleet.PowerSample;
import io.wattune.core.fleet.WindowBook;
import io.wattune.core.fleet.WindowEnergy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VersionedJsonTest {
  private static final PowerSample SAMPLE =
      new PowerSample(Long.MAX_VALUE, 3, 1, -5, 7, Quality.CORRECTED);
  private static final DeviceFacts FACTS = new DeviceFacts("r", "n/a", 9);
  private static final FleetSum SUM =
      new FleetSum(
          Long.MAX_VALUE, 1, 2, Quality.GAP, new EnergySum(Long.MIN_VALUE, 999_999), 3, 4, 5);

  static Stream<Object> everythingThatIsWritten() {
    return Stream.of(
        new FleetDevice(FACTS, SAMPLE, 1, 2),
        new FleetDevice(new DeviceFacts(null, null, 0), null, 1, 2),
        FleetDevice.UNKNOWN,
        new WindowBook.Snapshot(
            3, 1, 2, Long.MIN_VALUE, List.of(new WindowBook.Pending(5, 6, 7, Long.MAX_VALUE))),
        new StoredNode("n", "", List.of("r1", "r2"), new NodeTime(7, 8), FleetSum.EMPTY),
        new StoredNode("n", "r", List.of(), NodeTime.NONE, SUM),
        new StoredMember("r", "n", 12, SUM),
        new Member("n", null),
        new Member("n", SUM),
        DeviceNews.described("n/a", FACTS),
        DeviceNews.measured("n/a", SAMPLE),
        DeviceNews.energy("n/a", new WindowEnergy(1, 2, 3, 1, true, -4)),
        DeviceNews.removed("n/a", 5));
  }

  @ParameterizedTest
  @MethodSource("everythingThatIsWritten")
  void whatIsWrittenComesBack(Object value) {
    assertThat((Object) VersionedJson.decode(VersionedJson.encode(value), value.getClass()))
        .isEqualTo(value);
  }

  @Test
  void whatIsOfAnotherVersionOrNoneOfOursIsNull() {
    byte[] member = VersionedJson.encode(new Member("n", null));
    byte[] other = member.clone();
    other[0] = 1;

    assertThat(VersionedJson.decode(other, Member.class)).isNull();
    assertThat(VersionedJson.decode(new byte[0], Member.class)).isNull();
    assertThat(VersionedJson.decode(null, Member.class)).isNull();
    assertThat(VersionedJson.decode("\u0001{".getBytes(StandardCharsets.UTF_8), Member.class))
        .isNull();
    assertThat(VersionedJson.decode(member, StoredMember.class))
        .as("a field that is missing is no silent zero")
        .isNull();
  }
}
