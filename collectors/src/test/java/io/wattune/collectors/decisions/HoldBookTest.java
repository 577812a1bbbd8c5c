package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.gate.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HoldBookTest {
  private final HoldBook book = new HoldBook();

  @Test
  void theNewestRecordOfAnIdCounts() {
    take("a", new HoldCodec().encode(hold(false)));
    assertThat(book.holds().on("n1/G1", 5)).isNotNull();

    take("a", new HoldCodec().encode(hold(true)));
    assertThat(book.holds().on("n1/G1", 5)).isNull();
  }

  @Test
  void aRecordThatCannotBeReadHoldsEverythingUntilItsIdIsWrittenAgainOrDeleted() {
    take("a", new byte[] {1, 2, 3});
    assertThat(book.holds().on("n9/G9", 5)).isNotNull();
    take("a", new HoldCodec().encode(hold(true)));
    assertThat(book.holds().on("n9/G9", 5)).isNull();

    take("b", new byte[0]);
    assertThat(book.holds().on("n9/G9", 5)).isNotNull();
    take("b", null);
    assertThat(book.holds().on("n9/G9", 5)).isNull();
  }

  /** Fails where the id in the record counts: the second hold takes the place of the first. */
  @Test
  void twoHoldsWithOneIdUnderTwoKeysAreTwo() {
    take("x", new HoldCodec().encode(hold(false)));
    take("y", new HoldCodec().encode(new Hold("a", HoldScope.NODE, "n2", 0, 10, "me", "", false)));
    assertThat(book.holds().on("n1/G1", 5)).isNotNull();
    assertThat(book.holds().on("n2/G1", 5)).isNotNull();

    take("y", null);
    assertThat(book.holds().on("n1/G1", 5)).isNotNull();
    assertThat(book.holds().on("n2/G1", 5)).isNull();
    take("x", new HoldCodec().encode(hold(true)));
    assertThat(book.holds().on("n1/G1", 5)).isNull();
  }

  @Test
  void settingsOfAHoldAreBelievedAsADecisionIs() {
    SigningKey key = SigningKey.generate();
    TrustedKeys trust =
        new TrustedKeys(
            true,
            List.of(TrustedKey.of(key.id(), key.publicKey(), Long.MIN_VALUE, Long.MAX_VALUE)));
    byte[] value = new HoldCodec().encode(set());
    take("s", value);
    assertThat(believed(trust).settingsOn("n1/G1", 5)).as("unsigned").isNull();
    assertThat(believed(trust).on("n1/G1", 5)).as("a plain hold then").isNotNull();
    assertThat(refused).containsExactly("unsigned");
    assertThat(believed(trust).settingsOn("n1/G1", 5)).isNull();
    assertThat(refused).as("said once").hasSize(1);
    assertThat(believed(TrustedKeys.NONE).settingsOn("n1/G1", 5))
        .as("a node that believes everybody")
        .isEqualTo(CORE_600);

    take("s", value, key.headers("holds", "s", value));
    assertThat(believed(trust).settingsOn("n1/G1", 5)).isEqualTo(CORE_600);
    take("s", value, SigningKey.generate().headers("holds", "s", value));
    assertThat(believed(trust).settingsOn("n1/G1", 5)).isNull();
    take("s", value, key.headers("holds", "another", value));
    assertThat(believed(trust).settingsOn("n1/G1", 5)).as("of another record").isNull();
    assertThat(refused).containsExactly("unsigned", "unknown-key", "bad-signature");

    take("s", new HoldCodec().encode(set().released()));
    assertThat(believed(trust).on("n1/G1", 5)).as("whoever ends it").isNull();
  }

  private static final Configuration CORE_600 =
      Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 600));

  private final List<String> refused = new ArrayList<>();

  private Holds believed(TrustedKeys trust) {
    return book.believedBy(trust, "n1", 5, (record, why) -> refused.add(why.reason().code()));
  }

  private static Hold set() {
    return new Hold("s", HoldScope.DEVICE, "n1/G1", 0, 10, "me", "why", false).at(CORE_600);
  }

  private void take(String key, byte[] value, List<Header> headers) {
    var record = new ConsumerRecord<>("holds", 0, offset++, key, value);
    headers.forEach(record.headers()::add);
    book.take(record, BundledSchemas.get());
  }

  private long offset = 1;

  private void take(String key, byte @Nullable [] value) {
    book.take(new ConsumerRecord<>("holds", 0, 0, key, value), BundledSchemas.get());
  }

  private static Hold hold(boolean isReleased) {
    return new Hold("a", HoldScope.NODE, "n1", 0, 10, "me", "why", isReleased);
  }
}
