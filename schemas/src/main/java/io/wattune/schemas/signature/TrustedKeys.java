package io.wattune.schemas.signature;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.lease.Obstacle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Whom a node believes. With no key listed nothing can be checked, and every record is believed.
 *
 * <p>What costs little is looked at first; a signature is only checked where its key is listed and
 * counts now. Thread-safe.
 *
 * @param isRequired whether a record without a signature is refused
 * @param keys the keys; several, so that one can follow another without a gap
 * @param removed ids of keys that were listed before and are no longer: what they sign is stale
 */
public record TrustedKeys(boolean isRequired, List<TrustedKey> keys, Set<String> removed) {
  /** Everybody is believed. */
  public static final TrustedKeys NONE = new TrustedKeys(false, List.of());

  private static final int SHOWN = 40;

  public TrustedKeys {
    keys = List.copyOf(keys);
    removed = Set.copyOf(removed);
    if (isRequired && keys.isEmpty()) {
      throw new IllegalArgumentException("a signature is required, and no key is listed");
    }
  }

  /** A list that follows no other. */
  public TrustedKeys(boolean isRequired, List<TrustedKey> keys) {
    this(isRequired, keys, Set.of());
  }

  /** Another list, as it counts after this one: it knows what was removed. */
  public TrustedKeys followedBy(TrustedKeys next) {
    Set<String> gone = new HashSet<>(removed);
    keys.forEach(key -> gone.add(key.id()));
    next.keys.forEach(key -> gone.remove(key.id()));
    return new TrustedKeys(next.isRequired, next.keys, gone);
  }

  /**
   * Why a record is not believed; null where it is.
   *
   * @param topic from where it was read
   * @param wallNanos the node's clock
   */
  public @Nullable Obstacle refusal(
      ClusterTopic topic, String key, byte @Nullable [] value, Headers headers, long wallNanos) {
    Header keyId = headers.lastHeader(SignatureHeaders.KEY_ID);
    Header signature = headers.lastHeader(SignatureHeaders.SIGNATURE);
    if (keys.isEmpty()) {
      return null;
    }
    if (isEmpty(keyId) && isEmpty(signature)) {
      return isRequired
          ? new Obstacle(
              ActuationReason.UNSIGNED,
              "it is not signed, and the node's file requires a signature; give the controller a"
                  + " --signing-key whose public half is in tuning.keys")
          : null;
    }
    if (isEmpty(keyId) || isEmpty(signature)) {
      return new Obstacle(
          ActuationReason.BAD_SIGNATURE,
          "of the headers %s and %s it has one only"
              .formatted(SignatureHeaders.KEY_ID, SignatureHeaders.SIGNATURE));
    }
    String id = text(keyId.value());
    Optional<TrustedKey> listed = keys.stream().filter(each -> each.id().equals(id)).findFirst();
    if (listed.isEmpty() && removed.contains(id)) {
      return new Obstacle(
          ActuationReason.STALE_KEY,
          "key '"
              + id
              + "' was taken out of tuning.keys of the node's file; start the controller with one"
              + " that is listed");
    }
    if (listed.isEmpty()) {
      return new Obstacle(
          ActuationReason.UNKNOWN_KEY,
          "key '"
              + id
              + "' is not in tuning.keys of the node's file; list it there if it is the"
              + " right controller's");
    }
    if (!listed.get().isValid(wallNanos)) {
      return new Obstacle(
          ActuationReason.STALE_KEY,
          "key '"
              + id
              + "' does not count now: see its validFrom and validUntil in the node's"
              + " file, and the node's clock");
    }
    Obstacle foreign = ofAnotherCluster(topic, headers);
    if (foreign != null) {
      return foreign;
    }
    return value != null
            && Ed25519.isRight(
                listed.get().key(), SignedContent.of(topic, key, value), signature.value())
        ? null
        : new Obstacle(
            ActuationReason.BAD_SIGNATURE,
            "the signature of key '"
                + id
                + "' is not of this cluster, topic, key and value: it was altered,"
                + " or was made for another record");
  }

  /** What costs no arithmetic, and says more than a signature that is wrong; proves nothing. */
  private static @Nullable Obstacle ofAnotherCluster(ClusterTopic topic, Headers headers) {
    Header signedFor = headers.lastHeader(SignatureHeaders.CLUSTER);
    if (isEmpty(signedFor)) {
      return new Obstacle(
          ActuationReason.BAD_SIGNATURE,
          "its signature names no cluster: a release before this one has signed it; update what"
              + " signs");
    }
    byte[] here = topic.cluster().getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(signedFor.value(), here)
        ? null
        : new Obstacle(
            ActuationReason.BAD_SIGNATURE,
            ("it was signed for the Kafka cluster '%s', and this one is '%s'; if the "
                    + "cluster was made anew, start what signs again")
                .formatted(text(signedFor.value()), topic.cluster()));
  }

  private static boolean isEmpty(@Nullable Header header) {
    return header == null || header.value() == null;
  }

  /** As much of it as a person can use; it may be anything. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
    return text.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
