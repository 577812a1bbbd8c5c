package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NewestPowerDecoderTest {
  private static final long BASE = 1_700_000_000_000_000_000L;

  private final PowerBlockCodec codec = new PowerBlockCodec();
  private final NewestPowerDecoder newest = new NewestPowerDecoder(BundledSchemas.get());

  @Property(tries = 300)
  void saysOfABlockWhatTheWholeBlockSays(
      @ForAll @Size(max = 20) int[] power, @ForAll @IntRange(max = 4) int quality)
      throws Exception {
    byte[] bytes = codec.encode(block(power, quality));

    TruePower whole = codec.decode(bytes);
    NewestPower read = newest.decode(bytes);

    assertThat(read.samples()).isEqualTo(whole.samples());
    int last = whole.samples() - 1;
    while (last >= 0 && whole.trueMilliwatts()[last] == TruePower.NONE) {
      last--;
    }
    assertThat(read.isKnown()).isEqualTo(last >= 0);
    if (last >= 0) {
      assertThat(read.timeNanos()).isEqualTo(whole.timesNanos()[last]);
      assertThat(read.trueMilliwatts()).isEqualTo(whole.trueMilliwatts()[last]);
      assertThat(read.errorMilliwatts()).isEqualTo(whole.errorMilliwatts()[last]);
      assertThat(read.quality()).isEqualTo(Quality.ofCode(whole.qualities()[last]));
      assertThat(read.revision()).isEqualTo(whole.revision());
      assertThat(read.worst()).isEqualTo(Quality.ofCode(quality));
    }
  }

  @Test
  void passesOverSamplesThatHaveNoTruePower() throws Exception {
    byte[] bytes = codec.encode(block(new int[] {5_000, 7_250, TruePower.NONE}, 1));

    NewestPower read = newest.decode(bytes);

    assertThat(read.watts()).isEqualTo(7.25);
    assertThat(read.timeNanos()).isEqualTo(BASE + 20_000_000);
    assertThat(read.worst()).isEqualTo(Quality.CORRECTED);
  }

  @Test
  void refusesWhatIsNoBlock() {
    assertThatThrownBy(() -> newest.decode(new byte[] {1, 2, 3}))
        .isInstanceOfSatisfying(
            UndecodableException.class,
            e -> assertThat(e.reason()).isEqualTo(UndecodableException.NO_MARKER));
  }

  private static TruePower block(int[] power, int quality) {
    int samples = power.length;
    long[] times = new long[samples];
    byte[] qualities = new byte[samples];
    for (int i = 0; i < samples; i++) {
      times[i] = BASE + i * 20_000_000L;
      // One bad sample among better ones: the worst must win, wherever it stands.
      qualities[i] = (byte) (i == samples / 2 ? quality : 0);
    }
    int[] errors = Arrays.stream(power).map(milliwatts -> milliwatts ^ 5).toArray();
    return new TruePower("n/a", "power", 7, "p", times, power, power, errors, qualities, null, 0);
  }
}
