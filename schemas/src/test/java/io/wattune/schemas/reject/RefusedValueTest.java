package io.wattune.schemas.reject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.reject.RefusedValue.Reason;
import org.junit.jupiter.api.Test;

class RefusedValueTest {
  private static final byte[] ORIGINAL = new ActivityCodec().encodeEndOfTrace("n1/gpu");

  @Test
  void noDecoderReadsItAndEachSaysWhy() throws Exception {
    assertThat(new ActivityCodec().decode(ORIGINAL).device()).isEqualTo("n1/gpu");
    for (Reason reason : Reason.values()) {
      byte[] refused = RefusedValue.of(reason, ORIGINAL);

      assertThatExceptionOfType(UndecodableException.class)
          .isThrownBy(() -> new ActivityCodec().decode(refused))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(reason.code()))
          .satisfies(e -> assertThat(e.detail()).isEqualTo(reason.detail()));
    }
  }

  /** Neither a deletion nor a record that is larger than any may be passes for something else. */
  @Test
  void whatItStandsForMayBeNothingOrVeryLong() {
    byte[] deletion = RefusedValue.of(Reason.WRONG_CODE, null);
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> new DeviceDescriptorCodec().decodeUnlessGone(deletion))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_CODE.code()));

    byte[] large = RefusedValue.of(Reason.NO_CODE, new byte[RecordLimits.MOST_BYTES + 1]);
    assertThatExceptionOfType(UndecodableException.class)
        .isThrownBy(() -> new ActivityCodec().decode(large))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NO_CODE.code()));
  }

  @Test
  void aRejectKeepsTheOriginal() {
    var reject =
        RejectedDatum.of("r", "d", "t", 0, 0, 1, RefusedValue.of(Reason.NO_CODE, ORIGINAL), "part");

    assertThat(reject.original()).isEqualTo(ORIGINAL);
    assertThat(reject.originalLength()).isEqualTo(ORIGINAL.length);
    assertThat(RefusedValue.original(ORIGINAL)).isEqualTo(ORIGINAL);
    assertThat(RefusedValue.original(new byte[0])).isEmpty();
  }
}
