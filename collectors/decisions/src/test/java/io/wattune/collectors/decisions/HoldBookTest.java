package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.device.DeviceId;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.hostile.HostileRecords;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import io.wattune.schemas.topics.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HoldBookTest {
  private final HoldBook book = new HoldBook(Set.of("n1", "n2", "n9"));

  @Test
  void theNewestRecordOfAnIdCounts() {
    take("a", new HoldCodec().encode(hold(false)));
    assertThat(book.holds().on("n1/G1", 5)).isNotNull();

    take("a", new HoldCodec().encode(hold(true)));
    assertThat(book.holds().on("n1/G1", 5)).isNull();
  }

  @Test
  void aRecordThatCannotBeReadHoldsWhatItNamesUntilItsIdIsWrittenAgainOrDeleted() {
    take("a", new byte[] {1, 2, 3}, List.of(header("node n9")));
    assertThat(book.holds().on("n9/G9", 5)).isNotNull();
    assertThat(book.holds().on("n1/G1", 5)).isNull();
    take("a", new HoldCodec().encode(hold(true)));
    assertThat(book.holds().on("n9/G9", 5)).isNull();

    take("b", new byte[0], List.of(header("all")));
    assertThat(book.holds().on("n1/G1", 5)).isNotNull();
    take("b", null);
    assertThat(book.holds().on("n1/G1", 5)).isNull();
  }

  /** One byte with any key held every device of the fleet, and no command could lift it. */
  @Test
  void aRecordThatNamesNothingHoldsNothingAndReleasesNothing() {
    take("x", new byte[] {7});
    take("y", new byte[] {7}, List.of(header("everything there is")));
    assertThat(book.holds().on("n9/G9", 5)).isNull();

    take("a", new HoldCodec().encode(hold(false)));
    take("a", new byte[] {7});
    assertThat(book.holds().on("n1/G1", 5)).as("its id was held").isNotNull();
    assertThat(book.unreadable()).isEqualTo(3);
    take("a", null);
    assertThat(book.holds().on("n1/G1", 5)).isNull();
  }

  @Test
  void whatTheTopicHasLostWithoutAReleaseStaysHeld() {
    take("a", new HoldCodec().encode(hold(false)));
    take("b", new HoldCodec().encode(new Hold("b", HoldScope.NODE, "n2", 0, 10, "me", "", false)));

    HoldBook whole = book.begin();
    whole.take(new ConsumerRecord<>("holds", 0, 0, "b", null), 5);
    book.end(whole);

    assertThat(book.holds().on("n1/G1", 5)).as("the topic was made anew").isNotNull();
    assertThat(book.holds().on("n2/G1", 5)).as("its key was deleted").isNull();
    assertThat(book.recordsOn("n1")).hasSize(1);
    assertThat(book.recordsOn("n2")).isEmpty();
    take("a", null);
    assertThat(book.holds().on("n1/G1", 5)).isNull();
  }

  /** 10,000 ended ones took 9 s to read, and a part of each look ever after. */
  @Tag("long")
  @Test
  void whatIsOverOrReleasedOrOfOthersIsForgottenAndAFloodIsBounded() {
    long tenDays = 10 * 86_400_000_000_000L;
    for (int i = 0; i < 20_000; i++) {
      byte[] other =
          new HoldCodec().encode(new Hold("h", HoldScope.NODE, "m" + i, 0, 10, "me", "", false));
      book.take(new ConsumerRecord<>("holds", 0, 0, "m" + i, other), 5);
      byte[] over = new HoldCodec().encode(hold(false));
      book.take(new ConsumerRecord<>("holds", 0, 0, "o" + i, over), tenDays);
      book.take(
          new ConsumerRecord<>("holds", 0, 0, "r" + i, new HoldCodec().encode(hold(true))), 5);
    }
    assertThat(book.holds().byId()).isEmpty();

    for (int i = 0; i < 2 * HoldBook.MOST; i++) {
      take("f" + i, new HoldCodec().encode(hold(false)));
    }
    assertThat(book.holds().byId()).hasSize(HoldBook.MOST + 1);
    assertThat(book.holds().on("n9/G9", 5)).as("the others are not known").isNotNull();
  }

  @Test
  void noRecordEndsTheBookAndTheLargestIsObeyed() {
    HostileRecords.feed(
        HostileRecords.SHORT,
        records -> {
          HostileRecords.Sent sent = records.any(Topic.HOLDS);
          book.take(new ConsumerRecord<>("holds", 0, 0, sent.key(), sent.value()), 5);
          believed(TrustedKeys.NONE).on("n1/a", 5);
        });
    HostileRecords.Sent largest = HostileRecords.largest(Topic.HOLDS);
    var wide = new HoldBook(Set.of(DeviceId.nodeOf(LARGEST_NAME)));
    wide.take(new ConsumerRecord<>("holds", 0, 0, "h", largest.value()), 5);
    assertThat(wide.holds().byId()).hasSize(1);
    assertThat(wide.unreadable()).isZero();
  }

  /** Of what the largest hold is: see {@link HostileRecords#largest}. */
  private static final String LARGEST_NAME = "0000" + "\u6f22".repeat(RecordLimits.MOST_TEXT - 4);

  private static Header header(String text) {
    return new RecordHeader(HoldHeader.NAME, text.getBytes(StandardCharsets.UTF_8));
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

    take("s", value, key.headers(HOLDS, "s", value));
    assertThat(believed(trust).settingsOn("n1/G1", 5)).isEqualTo(CORE_600);
    take("s", value, SigningKey.generate().headers(HOLDS, "s", value));
    assertThat(believed(trust).settingsOn("n1/G1", 5)).isNull();
    take("s", value, key.headers(HOLDS, "another", value));
    assertThat(believed(trust).settingsOn("n1/G1", 5)).as("of another record").isNull();
    assertThat(refused).containsExactly("unsigned", "unknown-key", "bad-signature");

    take("s", new HoldCodec().encode(set().released()));
    assertThat(believed(trust).on("n1/G1", 5)).as("whoever ends it").isNull();
  }

  private static final Configuration CORE_600 =
      Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 600));

  private static final ClusterTopic HOLDS = new ClusterTopic("cluster", "holds");

  private final List<String> refused = new ArrayList<>();

  private Holds believed(TrustedKeys trust) {
    return book.believedBy(
        new Belief(trust, HOLDS.cluster(), 5),
        "n1",
        (record, why) -> refused.add(why.reason().code()));
  }

  private static Hold set() {
    return new Hold("s", HoldScope.DEVICE, "n1/G1", 0, 10, "me", "why", false).at(CORE_600);
  }

  private void take(String key, byte[] value, List<Header> headers) {
    var record = new ConsumerRecord<>("holds", 0, offset++, key, value);
    headers.forEach(record.headers()::add);
    book.take(record, 5);
  }

  private long offset = 1;

  private void take(String key, byte @Nullable [] value) {
    book.take(new ConsumerRecord<>("holds", 0, 0, key, value), 5);
  }

  private static Hold hold(boolean isReleased) {
    return new Hold("a", HoldScope.NODE, "n1", 0, 10, "me", "why", isReleased);
  }
}
