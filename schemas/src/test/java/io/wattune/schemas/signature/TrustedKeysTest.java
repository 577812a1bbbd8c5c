package io.wattune.schemas.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class TrustedKeysTest {
  private static final ClusterTopic TOPIC = new ClusterTopic("cluster-a", "wattune.decisions");
  private static final String NODE = "n1";
  private static final byte[] VALUE = "a decision, encoded".getBytes(StandardCharsets.UTF_8);
  private static final long NOW = 1_700_000_000_000_000_000L;

  private final SigningKey key = SigningKey.generate();
  private final TrustedKeys trust = new TrustedKeys(true, List.of(trusted(key)));

  @Test
  void whatAListedKeyHasSignedIsBelieved() {
    assertThat(refusal(trust, TOPIC, NODE, VALUE, signed(key))).isNull();
  }

  @Test
  void anyBitThatIsFlippedAnywhereIsNoticed() {
    for (int bit = 0; bit < VALUE.length * 8; bit++) {
      assertThat(refusal(trust, TOPIC, NODE, flipped(VALUE, bit), signed(key)))
          .as("bit %s of the value", bit)
          .isEqualTo(ActuationReason.BAD_SIGNATURE);
    }
    byte[] signature = signed(key).lastHeader(SignatureHeaders.SIGNATURE).value();
    for (int bit = 0; bit < signature.length * 8; bit++) {
      assertThat(refusal(trust, TOPIC, NODE, VALUE, headers(key.id(), flipped(signature, bit))))
          .as("bit %s of the signature", bit)
          .isEqualTo(ActuationReason.BAD_SIGNATURE);
    }
  }

  @Test
  void aSignatureCountsForItsTopicAndItsKeyOnly() {
    var replay = new ClusterTopic(TOPIC.cluster(), "wattune.replay.a.decisions");
    assertThat(refusal(trust, replay, NODE, VALUE, signed(key)))
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
    assertThat(refusal(trust, TOPIC, "n2", VALUE, signed(key)))
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
    assertThat(refusal(trust, TOPIC, NODE, null, signed(key)))
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
  }

  /** A cluster for tests with the same names of topics and nodes, and the same key. */
  @Test
  void aSignatureCountsOnItsClusterOnly() {
    var another = new ClusterTopic("cluster-b", TOPIC.name());

    Obstacle why = trust.refusal(another, NODE, VALUE, signed(key), NOW);
    assertThat(why.reason()).isEqualTo(ActuationReason.BAD_SIGNATURE);
    assertThat(why.detail()).contains("for the Kafka cluster 'cluster-a'", "'cluster-b'");

    Headers renamed = signed(key);
    renamed.remove(SignatureHeaders.CLUSTER);
    renamed.add(SignatureHeaders.CLUSTER, bytes("cluster-b"));
    assertThat(refusal(trust, another, NODE, VALUE, renamed))
        .as("the header says so, and the signature does not")
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
    assertThat(refusal(trust, TOPIC, NODE, VALUE, renamed))
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
  }

  /** As releases before 2026-11-26 signed: of them nobody knows for which cluster. */
  @Test
  void aSignatureOfTheFormThatNamedNoClusterIsNotBelieved() {
    ByteBuffer first = ByteBuffer.allocate(200);
    for (byte[] part :
        List.of(bytes("wattune signature 1"), bytes(TOPIC.name()), bytes(NODE), VALUE)) {
      first.putInt(part.length).put(part);
    }
    byte[] content = Arrays.copyOf(first.array(), first.position());
    Headers old = headers(key.id(), Ed25519.sign(key.privateKey(), content));

    assertThat(refusal(trust, TOPIC, NODE, VALUE, old)).isEqualTo(ActuationReason.BAD_SIGNATURE);
    old.remove(SignatureHeaders.CLUSTER);
    Obstacle why = trust.refusal(TOPIC, NODE, VALUE, old, NOW);
    assertThat(why.reason()).isEqualTo(ActuationReason.BAD_SIGNATURE);
    assertThat(why.detail()).contains("names no cluster", "a release before this one");
  }

  @Test
  void noByteCanMoveFromOnePartToTheNext() {
    byte[] whole = content("x", "ab", "c", "d");

    assertThat(content("xa", "b", "c", "d")).isNotEqualTo(whole);
    assertThat(content("x", "a", "bc", "d")).isNotEqualTo(whole);
    assertThat(content("x", "ab", "", "cd")).isNotEqualTo(whole);
    assertThat(content("x", "ab", "cd", "")).isNotEqualTo(whole);
    assertThat(new String(whole, StandardCharsets.ISO_8859_1))
        .as("as documented, so that another program can sign too")
        .isEqualTo("\0\0\0\23wattune signature 2\0\0\0\1x\0\0\0\2ab\0\0\0\1c\0\0\0\1d");
  }

  @Test
  void anotherNodesKeyIsNotKnownHere() {
    assertThat(refusal(trust, TOPIC, NODE, VALUE, signed(SigningKey.generate())))
        .isEqualTo(ActuationReason.UNKNOWN_KEY);
  }

  @Test
  void theIdOfAListedKeyWithTheSignatureOfAnotherIsRefused() {
    byte[] other = signed(SigningKey.generate()).lastHeader(SignatureHeaders.SIGNATURE).value();

    assertThat(refusal(trust, TOPIC, NODE, VALUE, headers(key.id(), other)))
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
  }

  @Test
  void withoutASignatureItIsRefusedWhereOneIsRequiredOnly() {
    var open = new TrustedKeys(false, trust.keys());

    assertThat(refusal(trust, TOPIC, NODE, VALUE, new RecordHeaders()))
        .isEqualTo(ActuationReason.UNSIGNED);
    assertThat(refusal(open, TOPIC, NODE, VALUE, new RecordHeaders())).isNull();
    assertThat(refusal(open, TOPIC, NODE, flipped(VALUE, 3), signed(key)))
        .as("a signature that is there must be right")
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
    assertThat(refusal(TrustedKeys.NONE, TOPIC, NODE, VALUE, signed(key)))
        .as("nothing can be checked")
        .isNull();
  }

  @Test
  void halfASignatureAndOneOfAnyLengthAreRefused() {
    var half =
        new RecordHeaders().add(SignatureHeaders.KEY_ID, key.id().getBytes(StandardCharsets.UTF_8));

    assertThat(refusal(trust, TOPIC, NODE, VALUE, half)).isEqualTo(ActuationReason.BAD_SIGNATURE);
    for (int length : new int[] {0, 1, 63, 65, 100_000}) {
      assertThat(refusal(trust, TOPIC, NODE, VALUE, headers(key.id(), new byte[length])))
          .isEqualTo(ActuationReason.BAD_SIGNATURE);
    }
    byte[] all = new byte[64];
    Arrays.fill(all, (byte) 0xff);
    assertThat(refusal(trust, TOPIC, NODE, VALUE, headers(key.id(), all)))
        .as("no point of the curve")
        .isEqualTo(ActuationReason.BAD_SIGNATURE);
  }

  @Test
  void aKeyIdOfAnyBytesIsShownSafely() {
    Obstacle why =
        trust.refusal(
            TOPIC, NODE, VALUE, headers("\u001b[2J\n" + "x".repeat(500), new byte[64]), NOW);

    assertThat(why.reason()).isEqualTo(ActuationReason.UNKNOWN_KEY);
    assertThat(why.detail()).contains("'?[2J?xxx").hasSizeLessThan(200);
  }

  @Test
  void oneKeyFollowsAnotherWithoutAGap() {
    SigningKey next = SigningKey.generate();
    var both =
        new TrustedKeys(
            true,
            List.of(
                TrustedKey.of(key.id(), key.publicKey(), Long.MIN_VALUE, NOW + 10),
                TrustedKey.of(next.id(), next.publicKey(), NOW - 10, Long.MAX_VALUE)));

    assertThat(both.refusal(TOPIC, NODE, VALUE, signed(key), NOW)).isNull();
    assertThat(both.refusal(TOPIC, NODE, VALUE, signed(next), NOW)).isNull();
    assertThat(both.refusal(TOPIC, NODE, VALUE, signed(key), NOW + 10).reason())
        .isEqualTo(ActuationReason.STALE_KEY);
    assertThat(both.refusal(TOPIC, NODE, VALUE, signed(next), NOW - 11).reason())
        .isEqualTo(ActuationReason.STALE_KEY);
  }

  @Test
  void aKeyThatWasTakenOutIsStaleAndOneThatNeverWasListedIsUnknown() {
    SigningKey next = SigningKey.generate();
    SigningKey third = SigningKey.generate();
    var both = new TrustedKeys(true, List.of(trusted(key), trusted(next)));

    TrustedKeys after =
        trust
            .followedBy(both)
            .followedBy(new TrustedKeys(true, List.of(trusted(next))))
            .followedBy(new TrustedKeys(true, List.of(trusted(next), trusted(third))));

    assertThat(refusal(after, TOPIC, NODE, VALUE, signed(key)))
        .isEqualTo(ActuationReason.STALE_KEY);
    assertThat(refusal(after, TOPIC, NODE, VALUE, signed(next))).isNull();
    assertThat(refusal(after, TOPIC, NODE, VALUE, signed(third))).isNull();
    assertThat(refusal(after, TOPIC, NODE, VALUE, signed(SigningKey.generate())))
        .isEqualTo(ActuationReason.UNKNOWN_KEY);
    assertThat(refusal(after.followedBy(both), TOPIC, NODE, VALUE, signed(key)))
        .as("listed again")
        .isNull();
  }

  @Test
  void anIdThatIsNotTheKeysIsRefused() {
    SigningKey other = SigningKey.generate();

    assertThatThrownBy(() -> TrustedKey.of(other.id(), key.publicKey(), 0, 1))
        .hasMessageContaining("id must be that of the public key, " + key.id());
    assertThatThrownBy(() -> TrustedKey.of(key.id(), "AAAA", 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TrustedKey.of(key.id(), "no base 64", 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] content(String cluster, String topic, String key, String value) {
    return SignedContent.of(new ClusterTopic(cluster, topic), key, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Headers signed(SigningKey with) {
    return new RecordHeaders(with.headers(TOPIC, NODE, VALUE));
  }

  private static Headers headers(String id, byte[] signature) {
    return new RecordHeaders()
        .add(SignatureHeaders.KEY_ID, id.getBytes(StandardCharsets.UTF_8))
        .add(SignatureHeaders.SIGNATURE, signature)
        .add(SignatureHeaders.CLUSTER, bytes(TOPIC.cluster()));
  }

  private static TrustedKey trusted(SigningKey key) {
    return TrustedKey.of(key.id(), key.publicKey(), Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static ActuationReason refusal(
      TrustedKeys trust, ClusterTopic topic, String node, byte[] value, Headers headers) {
    Obstacle why = trust.refusal(topic, node, value, headers, NOW);
    return why == null ? null : why.reason();
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] flipped = bytes.clone();
    flipped[bit / 8] ^= (byte) (1 << bit % 8);
    return flipped;
  }
}
