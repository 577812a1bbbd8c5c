package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.Quality;
import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PendingActivitiesSerializerTest {
  private static final PendingActivitiesSerializer SERIALIZER =
      PendingActivitiesSerializer.INSTANCE;
  private static final long DAY = 1_790_000_000_000_000_000L;

  /** What is added to a row and forgotten in the bytes would be lost in every checkpoint. */
  @Test
  void bringsEveryFieldBack() throws Exception {
    List<PendingActivity> activities = new ArrayList<>();
    var random = new Random(7);
    for (int i = 0; i < 300; i++) {
      activities.add(pending(random, i));
    }

    List<PendingActivity> back = back(bytes(activities));

    assertThat(back).usingRecursiveComparison().isEqualTo(activities);
  }

  @Test
  void knowsEveryFieldOfARow() {
    assertThat(
            List.of(PendingActivity.class, Activity.class, AccruedEnergy.class, LedgerPoint.class))
        .extracting(type -> type.getRecordComponents().length)
        .containsExactly(11, 10, 7, 17);
    assertThat(MergedParts.class.getRecordComponents()).hasSize(1);
  }

  @Test
  void noneIsNone() throws Exception {
    assertThat(back(bytes(List.of()))).isEmpty();
  }

  /** A kernel that has ended and been put out: the most of what a busy device has. */
  @Test
  void aKernelIsSmall() throws Exception {
    List<PendingActivity> kernels = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      kernels.add(kernel(i));
    }

    assertThat(bytes(kernels).length / 1000).isLessThan(100);
  }

  @Test
  void aCopyHasItsOwnListOfTheSameRows() {
    List<PendingActivity> kernels = new ArrayList<>(List.of(kernel(1), kernel(2)));

    List<PendingActivity> copy = SERIALIZER.copy(kernels);
    kernels.remove(0);

    assertThat(copy).hasSize(2);
    assertThat(copy.get(1)).isSameAs(kernels.get(0));
  }

  @Test
  void bytesAreCopiedAsTheyAre() throws Exception {
    byte[] bytes = bytes(List.of(kernel(1)));
    var out = new DataOutputSerializer(64);

    SERIALIZER.copy(new DataInputDeserializer(bytes), out);

    assertThat(out.getCopyOfBuffer()).isEqualTo(bytes);
  }

  @Test
  void refusesBytesOfAnotherFormat() throws Exception {
    byte[] bytes = bytes(List.of(kernel(1)));
    bytes[0] = 9;

    assertThatThrownBy(() -> back(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("format 9");
  }

  private static PendingActivity kernel(int i) {
    long start = DAY + 42_000_000L * i;
    return new PendingActivity(
        new Activity(
            "node-1/gpu-0",
            "kernel-" + (123_456 + i),
            Book.KERNEL,
            "gemm",
            start,
            start + 31_000_000L,
            "process-4711",
            Map.of("user", "alice", "job", "42")),
        null,
        1,
        true,
        AccruedEnergy.NOTHING,
        new AccruedEnergy(7_200_000, 7_100_000, 31e6, 0, 0, 0, 0),
        start + 31_000_000L,
        12_345,
        false,
        true,
        null);
  }

  private static PendingActivity pending(Random random, int i) {
    long start = random.nextInt(10) == 0 ? -DAY : DAY + random.nextLong(1_000_000_000_000L);
    boolean runs = random.nextBoolean();
    var activity =
        new Activity(
            "device-" + random.nextInt(3),
            "id-" + i + "-\u00e4\u4e2d",
            random.nextBoolean() ? Book.KERNEL : Book.PROCESS,
            "name-" + random.nextInt(20),
            start,
            runs ? Activity.RUNNING : start + 1 + random.nextInt(1_000_000_000),
            random.nextBoolean() ? null : "parent-" + random.nextInt(5),
            random.nextBoolean() ? Map.of() : Map.of("user", "u" + random.nextInt(3)),
            random.nextBoolean() ? null : (Double) random.nextDouble(),
            random.nextBoolean() ? null : (Double) random.nextDouble());
    return new PendingActivity(
        activity,
        random.nextBoolean() ? null : point(random, start),
        random.nextInt(10) - 1,
        random.nextBoolean(),
        accrued(random),
        random.nextBoolean() ? null : accrued(random),
        random.nextBoolean() ? Long.MIN_VALUE : start + random.nextInt(1000),
        random.nextLong(),
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextInt(5) == 0 ? parts(random) : null);
  }

  private static @Nullable LedgerPoint point(Random random, long at) {
    return new LedgerPoint(
        at,
        random.nextLong(),
        random.nextBoolean() ? 0 : random.nextLong(),
        random.nextInt(2),
        random.nextLong(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextLong(),
        random.nextLong(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        random.nextGaussian(),
        Quality.values()[random.nextInt(Quality.values().length)]);
  }

  private static AccruedEnergy accrued(Random random) {
    return new AccruedEnergy(
        random.nextLong(),
        random.nextInt(),
        random.nextDouble(),
        random.nextInt(1000),
        -random.nextInt(1000),
        0,
        random.nextInt(8));
  }

  private static MergedParts parts(Random random) {
    return new MergedParts(random.longs(5 * (1 + random.nextInt(20))).toArray());
  }

  private static byte[] bytes(List<PendingActivity> activities) throws IOException {
    var out = new DataOutputSerializer(64);
    SERIALIZER.serialize(activities, out);
    return out.getCopyOfBuffer();
  }

  private static List<PendingActivity> back(byte[] bytes) throws IOException {
    return SERIALIZER.deserialize(new DataInputDeserializer(bytes));
  }
}
