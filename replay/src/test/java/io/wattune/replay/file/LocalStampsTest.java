package io.wattune.replay.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** In Europe/Berlin clocks went back from 03:00 to 02:00 on 2023-10-29, forward on 2023-03-26. */
final class LocalStampsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss.SSS");

  private static String at(LocalStamps stamps, String stamp) {
    long nanos = parse(stamps, stamp);
    return nanos == LocalStamps.BAD
        ? "bad"
        : Instant.ofEpochSecond(
                Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L))
            .toString();
  }

  private static long parse(LocalStamps stamps, String stamp) {
    byte[] bytes = ("," + stamp + ",").getBytes(StandardCharsets.UTF_8);
    return stamps.parse(bytes, 1, bytes.length - 1);
  }

  @Test
  void takesTheSecondPassOnceTimeWouldRunBackward() {
    var stamps = new LocalStamps(BERLIN);

    assertThat(at(stamps, "2023/10/29 01:59:59.990")).isEqualTo("2023-10-28T23:59:59.990Z");
    assertThat(at(stamps, "2023/10/29 02:00:00.000")).isEqualTo("2023-10-29T00:00:00Z");
    assertThat(at(stamps, "2023/10/29 02:59:59.990")).isEqualTo("2023-10-29T00:59:59.990Z");
    assertThat(at(stamps, "2023/10/29 02:00:00.000")).isEqualTo("2023-10-29T01:00:00Z");
    assertThat(at(stamps, "2023/10/29 02:20:00.000")).isEqualTo("2023-10-29T01:20:00Z");
    assertThat(at(stamps, "2023/10/29 02:59:59.990")).isEqualTo("2023-10-29T01:59:59.990Z");
    assertThat(at(stamps, "2023/10/29 03:00:00.000")).isEqualTo("2023-10-29T02:00:00Z");
    assertThat(stamps.notes()).hasSize(1);
    assertThat(stamps.notes().get(0)).contains("went back at 2023-10-29T03:00");
  }

  @Test
  void smallStepsBackwardBetweenGpusDoNotChangeThePass() {
    var stamps = new LocalStamps(BERLIN);

    assertThat(at(stamps, "2023/10/29 02:30:00.010")).isEqualTo("2023-10-29T00:30:00.010Z");
    assertThat(at(stamps, "2023/10/29 02:30:00.005")).isEqualTo("2023-10-29T00:30:00.005Z");
    assertThat(at(stamps, "2023/10/29 02:10:00.000")).isEqualTo("2023-10-29T01:10:00Z");
    assertThat(at(stamps, "2023/10/29 02:09:59.995")).isEqualTo("2023-10-29T01:09:59.995Z");
    assertThat(stamps.notes().get(0)).contains("begins within that hour");
  }

  @Test
  void anOlderRecordingBehindANewerOneBeginsWithTheFirstPass() {
    var stamps = new LocalStamps(BERLIN);

    assertThat(at(stamps, "2023/12/24 12:00:00.000")).isEqualTo("2023-12-24T11:00:00Z");
    assertThat(at(stamps, "2023/10/29 02:30:00.000")).isEqualTo("2023-10-29T00:30:00Z");
  }

  @Test
  void saysThatATimeNeverWasShown() {
    var stamps = new LocalStamps(BERLIN);

    assertThat(at(stamps, "2023/03/26 02:30:00.000")).isEqualTo("2023-03-26T01:30:00Z");
    assertThat(stamps.notes()).hasSize(1);
    assertThat(stamps.notes().get(0)).contains("never showed");
  }

  @Test
  void hasNothingToSayAboutOrdinaryTimes() {
    var stamps = new LocalStamps(BERLIN);

    assertThat(at(stamps, "2024/02/29 12:00:00")).isEqualTo("2024-02-29T11:00:00Z");
    assertThat(at(stamps, "2024/02/29 12:00:00.1234567")).isEqualTo("2024-02-29T11:00:00.123456Z");
    assertThat(stamps.notes()).isEmpty();
  }

  @Test
  void refusesWhatIsNoTime() {
    var stamps = new LocalStamps(ZoneOffset.UTC);

    for (String bad :
        new String[] {
          "",
          "2023/07/13",
          "2023/13/01 00:00:00.000",
          "2023/00/01 00:00:00.000",
          "2023/01/00 00:00:00.000",
          "2023/01/01 24:00:00.000",
          "2023/01/01 00:60:00.000",
          "2023/01/01 00:00:00.00x",
          "2023/01/01 00:00:00.0000000000",
          "0000/01/01 00:00:00.000",
          "9999/01/01 00:00:00.000",
          "2023/01/01T00:00:00.000",
          "2023/01/01 00:00:00,000"
        }) {
      assertThat(at(stamps, bad)).as(bad).isEqualTo("bad");
    }
  }

  /** Up to the year 2100, in steps that keep each stamp later than the one before. */
  @Property(tries = 300)
  void agreesWithJavaTimeForEveryInstantInOrder(
      @ForAll @LongRange(min = 0, max = 4_102_444_800L) long startSecond,
      @ForAll @LongRange(min = 1, max = 1_200_000) long stepMillis) {
    var stamps = new LocalStamps(BERLIN);
    Instant start = Instant.ofEpochSecond(startSecond);
    // Begin on a day without a change of clocks: the first stamp must not be ambiguous.
    Instant noon =
        LocalDateTime.ofInstant(start, BERLIN)
            .toLocalDate()
            .atTime(12, 0)
            .atZone(BERLIN)
            .toInstant();

    for (int i = 0; i < 200; i++) {
      Instant instant = noon.plusMillis(i * stepMillis);
      String stamp = FORMAT.format(LocalDateTime.ofInstant(instant, BERLIN));
      assertThat(parse(stamps, stamp))
          .as(stamp)
          .isEqualTo(instant.getEpochSecond() * 1_000_000_000L + instant.getNano());
    }
  }
}
