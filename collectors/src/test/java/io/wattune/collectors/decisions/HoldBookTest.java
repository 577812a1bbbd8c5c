package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.schemas.codec.BundledSchemas;
import io.wattune.schemas.codec.HoldCodec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

  private void take(String key, byte @Nullable [] value) {
    book.take(new ConsumerRecord<>("holds", 0, 0, key, value), BundledSchemas.get());
  }

  private static Hold hold(boolean isReleased) {
    return new Hold("a", HoldScope.NODE, "n1", 0, 10, "me", "why", isReleased);
  }
}
