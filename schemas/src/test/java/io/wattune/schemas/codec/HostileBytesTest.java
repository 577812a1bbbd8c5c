package io.wattune.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.management.ThreadMXBean;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.reject.RejectedDatum;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

/**
 * Whatever comes off the wire, a codec gives a value or says why not, and asks for little memory.
 */
@Domain(DomainContext.Global.class)
@Domain(CoreValues.class)
@Domain(ControlValues.class)
class HostileBytesTest {

  /**
   * What decoding may allocate beside the first use of a schema: a fixed part for messages and
   * traces, and a part for each byte. An item of a collection has at least 3 bytes and becomes some
   * objects, of 200 bytes together.
   */
  private static final long FIXED_BYTES = 300_000;

  private static final long BYTES_PER_BYTE = 100;

  private final ReadingBlockCodec readings = new ReadingBlockCodec();
  private final ActivityCodec activities = new ActivityCodec();
  private final PowerBlockCodec power = new PowerBlockCodec();
  private final LedgerEntryCodec energy = new LedgerEntryCodec();
  private final SensorProfileCodec profiles = new SensorProfileCodec();
  private final RejectCodec rejects = new RejectCodec();
  private final DecisionCodec decisions = new DecisionCodec();
  private final ActuationCodec actuations = new ActuationCodec();
  private final HoldCodec holds = new HoldCodec();
  private final CounterReadingCodec counters = new CounterReadingCodec();
  private final DeviceDescriptorCodec devices = new DeviceDescriptorCodec();
  private final SensitivityCodec sensitivities = new SensitivityCodec();
  private final ComponentPowerCodec components = new ComponentPowerCodec();
  private final ServingReadingCodec servers = new ServingReadingCodec();
  private final RightSizeTableCodec rightSizes = new RightSizeTableCodec();
  private final HeatCodec heats = new HeatCodec();
  private final List<RecordCodec<?>> codecs =
      List.of(
          readings,
          activities,
          power,
          energy,
          profiles,
          rejects,
          decisions,
          actuations,
          holds,
          counters,
          devices,
          sensitivities,
          components,
          servers,
          rightSizes,
          heats);

  @Property(tries = 200)
  void randomBytesAreRefused(@ForAll @Size(max = 300) byte[] bytes) {
    codecs.forEach(codec -> assertValueOrReason(codec, bytes));
  }

  @Property(tries = 200)
  void randomBodiesAreDecodedOrRefused(@ForAll @Size(max = 300) byte[] body) {
    for (BundledSchemas.Version version : BundledSchemas.get().versions()) {
      byte[] bytes = withHeader(version, body);
      codecs.forEach(codec -> assertValueOrReason(codec, bytes));
    }
  }

  @Property(tries = 40)
  void everyBeginningOfABlockIsRefused(@ForAll PollBlock block) {
    assertBeginningsAreRefused(readings, readings.encode(block));
  }

  @Property(tries = 40)
  void everyBeginningOfAnEntryIsRefused(@ForAll LedgerEntry entry) {
    assertBeginningsAreRefused(energy, energy.encode(entry));
  }

  @Property(tries = 40)
  void changedBytesAreDecodedOrRefused(
      @ForAll PollBlock block,
      @ForAll Activity activity,
      @ForAll TruePower truePower,
      @ForAll LedgerEntry entry,
      @ForAll SensorProfile profile,
      @ForAll long seed) {
    var random = new Random(seed);
    assertFlipsAreDecodedOrRefused(readings, readings.encode(block), random);
    assertFlipsAreDecodedOrRefused(activities, activities.encode(activity), random);
    assertFlipsAreDecodedOrRefused(power, power.encode(truePower), random);
    assertFlipsAreDecodedOrRefused(energy, energy.encode(entry), random);
    assertFlipsAreDecodedOrRefused(profiles, profiles.encode(profile), random);
  }

  @Property(tries = 50)
  void changedRejectsAreDecodedOrRefused(@ForAll RejectedDatum datum, @ForAll long seed) {
    assertFlipsAreDecodedOrRefused(rejects, rejects.encode(datum), new Random(seed));
  }

  @Property(tries = 40)
  void everyBeginningOfADecisionIsRefused(@ForAll Decision decision) {
    assertBeginningsAreRefused(decisions, decisions.encode(decision));
  }

  @Property(tries = 40)
  void changedRecordsOfTheControlLoopAreDecodedOrRefused(
      @ForAll Decision decision,
      @ForAll Actuation actuation,
      @ForAll Hold hold,
      @ForAll CounterReading reading,
      @ForAll DeviceDescriptor device,
      @ForAll Sensitivity sensitivity,
      @ForAll ComponentPower power,
      @ForAll ServingReading server,
      @ForAll RightSizeTable table,
      @ForAll HeatRecord heat,
      @ForAll long seed) {
    var random = new Random(seed);
    assertFlipsAreDecodedOrRefused(decisions, decisions.encode(decision), random);
    assertFlipsAreDecodedOrRefused(actuations, actuations.encode(actuation), random);
    assertFlipsAreDecodedOrRefused(holds, holds.encode(hold), random);
    assertFlipsAreDecodedOrRefused(counters, counters.encode(reading), random);
    assertFlipsAreDecodedOrRefused(devices, devices.encode(device), random);
    assertFlipsAreDecodedOrRefused(sensitivities, sensitivities.encode(sensitivity), random);
    assertFlipsAreDecodedOrRefused(components, components.encode(power), random);
    assertFlipsAreDecodedOrRefused(servers, servers.encode(server), random);
    assertFlipsAreDecodedOrRefused(rightSizes, rightSizes.encode(table), random);
    assertFlipsAreDecodedOrRefused(heats, heats.encode(heat), random);
  }

  @Test
  void lengthsFarBeyondTheBytesAreRefusedBeforeAnythingIsAllocated() throws Exception {
    for (long claimed :
        new long[] {
          1L << 20, 100_000_000, Integer.MAX_VALUE - 8, 1L << 32, Long.MAX_VALUE, -1, Long.MIN_VALUE
        }) {
      assertRefusedWithLittleMemory(block(claimed, 1, 1, 1), "a string");
      assertRefusedWithLittleMemory(block(1, claimed, 1, 1), "bytes");
      assertRefusedWithLittleMemory(block(1, 1, claimed, 1), "an array");
      assertRefusedWithLittleMemory(block(1, 1, 1, claimed), "bytes in an array");
    }
  }

  @Test
  void fullSizeCollectionOfSmallItemsCostsMemoryInProportion() throws Exception {
    var body = new ByteArrayOutputStream();
    start(body);
    int columns = RecordLimits.MOST_ITEMS;
    varint(body, columns);
    for (int i = 0; i < columns; i++) {
      body.write(0); // No name.
      body.write(2); // MILLIWATTS.
      body.write(0); // No values.
    }
    varint(body, 0);
    body.write(0); // endOfTrace
    body.write(0); // model
    byte[] bytes = withHeader(version("ReadingBlock"), body.toByteArray());
    assertThat(readings.decode(bytes).polls()).isZero();

    assertThat(allocatedBytes(() -> readings.decode(bytes)))
        .isLessThan(FIXED_BYTES + BYTES_PER_BYTE * bytes.length);
  }

  private static void assertBeginningsAreRefused(RecordCodec<?> codec, byte[] bytes) {
    for (int length = 0; length < bytes.length; length++) {
      byte[] beginning = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(UndecodableException.class)
          .isThrownBy(() -> codec.decode(beginning))
          .extracting(UndecodableException::reason)
          .isEqualTo(length < 2 ? UndecodableException.NO_MARKER : UndecodableException.TRUNCATED);
    }
  }

  private static void assertFlipsAreDecodedOrRefused(
      RecordCodec<?> codec, byte[] bytes, Random random) {
    for (int i = 0; i < 40; i++) {
      byte[] changed = bytes.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        // Most flips hit the beginning, where lengths and names are.
        int at = random.nextInt(random.nextBoolean() ? Math.min(60, bytes.length) : bytes.length);
        changed[at] ^= (byte) (1 << random.nextInt(8));
      }
      assertValueOrReason(codec, changed);
    }
  }

  private static void assertValueOrReason(RecordCodec<?> codec, byte[] bytes) {
    try {
      assertThat(codec.decode(bytes)).isNotNull();
    } catch (UndecodableException e) {
      assertThat(e.reason()).matches("[a-z0-9]+(-[a-z0-9]+)*");
      assertThat(e.detail()).isNotBlank();
    }
  }

  private void assertRefusedWithLittleMemory(byte[] bytes, String what) throws Exception {
    assertThatExceptionOfType(UndecodableException.class)
        .as(what)
        .isThrownBy(() -> readings.decode(bytes));

    assertThat(
            allocatedBytes(
                () -> {
                  try {
                    return readings.decode(bytes);
                  } catch (UndecodableException e) {
                    return e;
                  }
                }))
        .as(what)
        .isLessThan(FIXED_BYTES + BYTES_PER_BYTE * bytes.length);
  }

  private interface Work {
    Object run() throws Exception;
  }

  private static long allocatedBytes(Work work) throws Exception {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Object kept = work.run();
    long after = threads.getCurrentThreadAllocatedBytes();
    assertThat(kept).isNotNull();
    return after - before;
  }

  /** A ReadingBlock whose lengths are as claimed, whatever follows them. */
  private static byte[] block(long device, long times, long columns, long values) {
    var body = new ByteArrayOutputStream();
    varint(body, device);
    body.write('d');
    for (int field = 0; field < 4; field++) {
      body.write(2); // sequence, layout, baseTimeNanos, polls: 1 each.
    }
    varint(body, times);
    body.write(0);
    varint(body, 0); // answerMicros
    varint(body, columns);
    if (columns < 0) {
      varint(body, 3);
    }
    varint(body, 1);
    body.write('s');
    body.write(2); // MILLIWATTS
    varint(body, values);
    body.write(0);
    varint(body, 0);
    body.write(0); // endOfTrace
    body.write(0); // model
    return withHeader(version("ReadingBlock"), body.toByteArray());
  }

  /** The fields of a ReadingBlock without polls, up to its columns. */
  private static void start(ByteArrayOutputStream body) {
    body.write(2); // device: one letter
    body.write('n');
    body.write(0); // sequence
    body.write(2); // layout 1
    body.write(0); // baseTimeNanos
    body.write(0); // polls
    body.write(0); // times
    body.write(0); // answerMicros
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = (value << 1) ^ (value >> 63);
    while ((left & ~0x7FL) != 0) {
      out.write((int) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  private static BundledSchemas.Version version(String record) {
    return BundledSchemas.get().versions().stream()
        .filter(version -> version.record().equals(record))
        .reduce((older, newer) -> newer)
        .orElseThrow();
  }

  private static byte[] withHeader(BundledSchemas.Version version, byte[] body) {
    return WrittenWith.singleObject(version.fingerprint(), body);
  }
}
