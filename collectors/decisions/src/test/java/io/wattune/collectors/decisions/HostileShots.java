package io.wattune.collectors.decisions;

import static io.wattune.collectors.decisions.HostileNode.EPOCH;
import static io.wattune.collectors.decisions.HostileNode.LEASE;
import static io.wattune.collectors.decisions.HostileNode.NODE;
import static io.wattune.collectors.decisions.HostileNode.SECOND;
import static io.wattune.collectors.decisions.HostileNode.TOPIC;
import static io.wattune.collectors.decisions.HostileNode.core;
import static io.wattune.collectors.decisions.HostileNode.decision;
import static io.wattune.collectors.decisions.HostileNode.encoded;
import static io.wattune.collectors.decisions.HostileNode.headers;
import static io.wattune.collectors.decisions.HostileNode.record;
import static io.wattune.collectors.decisions.HostileNode.signed;

import io.wattune.collectors.writer.NodeClock;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.signature.SignatureHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Hostile records of every kind in turn, each with the reason that it must be refused for. */
final class HostileShots {

  /**
   * One.
   *
   * @param reason code of the only right answer
   */
  record Shot(ConsumerRecord<String, byte[]> record, String reason) {}

  /** Numbers that a careless check lets through: the ends, zero, what NaN's bits are as a long. */
  private static final List<Long> EXTREMES =
      List.of(
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          -1L,
          0L,
          Double.doubleToRawLongBits(Double.NaN),
          (long) Float.floatToRawIntBits(Float.NaN),
          1L << 32);

  private final HostileKeys keys;
  private final HostileTarget target;
  private final long startedNanos;
  private final Random random = new Random(7);
  private final List<Supplier<Shot>> kinds =
      List.of(
          this::noise,
          this::noiseWithAKeysId,
          this::cut,
          this::flipped,
          this::flippedSignature,
          this::halfASignature,
          this::withoutAValue,
          this::ofAForeignKey,
          this::ofAnotherNode,
          this::ofAnotherTopic,
          this::ofAnExpiredKey,
          this::ofAnEarlyKey,
          this::ofAKeyThatWasTakenOut,
          this::signedNoise,
          this::repeated,
          this::oldEpoch,
          this::outOfBounds,
          this::extreme,
          this::offStep,
          this::wrongForOneActivity,
          this::wrongUnit,
          this::unknownControl,
          this::controlThatIsNotListed,
          this::unknownDevice,
          this::namesAnotherNode,
          this::leaseOutOfBounds,
          this::leaseOver,
          this::fromTheFuture,
          this::beforeStart);
  private ConsumerRecord<String, byte[]> seen;
  private String repeatedReason = "";
  private long sequence;
  private int fired;

  /**
   * Shots at a device.
   *
   * @param seen a right record that is repeated and altered
   * @param repeatedReason why its repeat is refused
   * @param startedNanos about when the writer began
   */
  HostileShots(
      HostileKeys keys,
      HostileTarget target,
      long startedNanos,
      ConsumerRecord<String, byte[]> seen,
      String repeatedReason) {
    this.keys = keys;
    this.target = target;
    this.startedNanos = startedNanos;
    seen(seen, repeatedReason);
  }

  /** From now on this one is repeated and altered. */
  void seen(ConsumerRecord<String, byte[]> right, String reason) {
    seen = right;
    repeatedReason = reason;
  }

  /** A sequence above all that were shot. */
  long nextSequence() {
    return ++sequence;
  }

  Shot next() {
    return kinds.get(fired++ % kinds.size()).get();
  }

  private Shot noise() {
    return new Shot(record(NODE, bytes(random.nextInt(400)), new RecordHeaders()), "unsigned");
  }

  private Shot noiseWithAKeysId() {
    return new Shot(
        record(NODE, bytes(random.nextInt(400)), headers(keys.right().id(), bytes(64))),
        "bad-signature");
  }

  private Shot cut() {
    byte[] cut = Arrays.copyOf(seen.value(), random.nextInt(seen.value().length));
    return new Shot(record(NODE, cut, seen.headers()), "bad-signature");
  }

  private Shot flipped() {
    return new Shot(record(NODE, flipped(seen.value()), seen.headers()), "bad-signature");
  }

  private Shot flippedSignature() {
    byte[] signature = seen.headers().lastHeader(SignatureHeaders.SIGNATURE).value();
    return new Shot(
        record(NODE, seen.value(), headers(keys.right().id(), flipped(signature))),
        "bad-signature");
  }

  private Shot halfASignature() {
    var half = new RecordHeaders();
    if (random.nextBoolean()) {
      half.add(SignatureHeaders.KEY_ID, keys.right().id().getBytes(StandardCharsets.UTF_8));
    } else {
      half.add(seen.headers().lastHeader(SignatureHeaders.SIGNATURE));
    }
    return new Shot(record(NODE, seen.value(), half), "bad-signature");
  }

  private Shot withoutAValue() {
    return new Shot(record(NODE, null, seen.headers()), "bad-signature");
  }

  private Shot ofAForeignKey() {
    return new Shot(signed(keys.foreign(), right()), "unknown-key");
  }

  private Shot ofAnotherNode() {
    byte[] value = encoded(right());
    return new Shot(
        record(NODE, value, headers(keys.right(), TOPIC, "n2", value)), "bad-signature");
  }

  private Shot ofAnotherTopic() {
    byte[] value = encoded(right());
    return new Shot(
        record(NODE, value, headers(keys.right(), "wattune.replay.a.decisions", NODE, value)),
        "bad-signature");
  }

  private Shot ofAnExpiredKey() {
    return new Shot(signed(keys.expired(), right()), "stale-key");
  }

  private Shot ofAnEarlyKey() {
    return new Shot(signed(keys.early(), right()), "stale-key");
  }

  private Shot ofAKeyThatWasTakenOut() {
    return new Shot(signed(keys.removed(), right()), "stale-key");
  }

  private Shot signedNoise() {
    return new Shot(signed(keys.right(), bytes(random.nextInt(200))), "malformed");
  }

  private Shot repeated() {
    return new Shot(seen, repeatedReason);
  }

  private Shot oldEpoch() {
    return wrong(
        decision(EPOCH - 1 - random.nextInt(900), ++sequence, core(target.good())), "old-epoch");
  }

  private Shot outOfBounds() {
    return wrong(core(target.outOfBounds()), "out-of-bounds");
  }

  private Shot extreme() {
    return wrong(core(EXTREMES.get(random.nextInt(EXTREMES.size()))), "out-of-range");
  }

  private Shot offStep() {
    return wrong(core(target.offStep()), "off-step");
  }

  private Shot wrongForOneActivity() {
    var forOne = new ActivityConfiguration("gemm", Configuration.of(core(target.outOfBounds())));
    return wrong(
        decision(NODE, EPOCH, ++sequence, now(), LEASE, List.of(forOne), core(target.good())),
        "out-of-bounds");
  }

  private Shot wrongUnit() {
    return wrong(
        new Setting(HostileNode.CORE, TunableUnit.MILLIWATTS, target.good()), "wrong-unit");
  }

  private Shot unknownControl() {
    return wrong(
        new Setting("core/../../clock", TunableUnit.MEGAHERTZ, target.good()), "unknown-control");
  }

  private Shot controlThatIsNotListed() {
    return wrong(target.notListed(), "not-listed");
  }

  private Shot unknownDevice() {
    Decision.ForDevice right = right();
    return wrong(
        new Decision.ForDevice(
            NODE,
            NODE + "/G" + (2 + random.nextInt(100)),
            EPOCH,
            ++sequence,
            right.basedOnNanos(),
            LEASE,
            right.defaultConfiguration(),
            List.of(),
            "test",
            "test",
            "",
            right.quality(),
            0,
            null),
        "unknown-device");
  }

  private Shot namesAnotherNode() {
    return wrong(
        decision("n2", EPOCH, ++sequence, now(), LEASE, List.of(), core(target.good())),
        "other-node");
  }

  private Shot leaseOutOfBounds() {
    List<Long> leases = List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 601 * SECOND);
    return wrong(
        decision(
            NODE,
            EPOCH,
            ++sequence,
            now(),
            leases.get(random.nextInt(leases.size())),
            List.of(),
            core(target.good())),
        "lease-out-of-bounds");
  }

  private Shot leaseOver() {
    List<Long> bases = List.of(Long.MIN_VALUE, -1L, 0L, now() - LEASE);
    return wrong(based(bases.get(random.nextInt(bases.size()))), "lease-over");
  }

  private Shot fromTheFuture() {
    List<Long> bases = List.of(Long.MAX_VALUE, now() + 3_600 * SECOND);
    return wrong(based(bases.get(random.nextInt(bases.size()))), "from-the-future");
  }

  private Shot beforeStart() {
    return wrong(based(startedNanos - SECOND), "before-start");
  }

  private Decision.ForDevice based(long basedOnNanos) {
    return decision(NODE, EPOCH, ++sequence, basedOnNanos, LEASE, List.of(), core(target.good()));
  }

  private Decision.ForDevice right() {
    return decision(EPOCH, ++sequence, core(target.good()));
  }

  /** As a controller with the right key and wrong thoughts would send it. */
  private Shot wrong(Setting setting, String reason) {
    return wrong(decision(EPOCH, ++sequence, setting), reason);
  }

  private Shot wrong(Decision decision, String reason) {
    return new Shot(signed(keys.right(), decision), reason);
  }

  private static long now() {
    return NodeClock.SYSTEM.now().wallNanos();
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    int bit = random.nextInt(bytes.length * 8);
    flipped[bit / 8] ^= (byte) (1 << bit % 8);
    return flipped;
  }
}
