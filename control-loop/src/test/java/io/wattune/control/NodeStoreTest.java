package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.LoopSnapshot;
import io.wattune.core.policy.BaselineMemory;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.HarmoniaMemory;
import io.wattune.core.policy.KernelMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeStoreTest {
  private final KeyValueStore<String, byte[]> bytes = memory();
  private final NodeStore store = new NodeStore(bytes);
  private final List<String> nodes = new ArrayList<>();
  private final List<LoopSnapshot> devices = new ArrayList<>();
  private final List<String> unreadable = new ArrayList<>();
  private final List<String> leftOver = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(classes = {FineMemory.class, HarmoniaMemory.class, BaselineMemory.class})
  void whatWasLearnedComesBackToTheBit(Class<? extends Record> memory) throws Exception {
    LoopSnapshot learned =
        new FilledRecord(Map.of(KernelMemory.class, memory)).of(LoopSnapshot.class);
    store.putNode("n", 42);
    store.putDevice(learned);

    readAll();

    assertThat(nodes).containsExactly("n 42");
    assertThat(devices).containsExactly(learned);
    assertThat(unreadable).isEmpty();
  }

  /** 64 kernels, of which one has run since: that one's value is written, and no other. */
  @Test
  void aRenewalWritesWhatHasChanged() throws Exception {
    FineMemory filled = new FilledRecord(Map.of()).of(FineMemory.class);
    List<KernelMemory> kernels = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      kernels.add(kernel(filled, "kernel" + i, i));
    }
    RecordingStore recording = new RecordingStore(bytes);
    NodeStore counted = new NodeStore(recording.store());
    counted.putDevice(state(kernels));
    long first = recording.bytes;
    assertThat(recording.writes).isEqualTo(65);

    recording.writes = 0;
    counted.putDevice(state(kernels));
    assertThat(recording.writes).as("nothing is another").isZero();

    recording.bytes = 0;
    kernels.set(17, kernel(filled, "kernel17", 1000));
    counted.putDevice(state(kernels));
    assertThat(recording.writes).isEqualTo(1);
    // One of 64 equal values.
    assertThat(recording.bytes).isLessThan(first / 60);

    readAll(new NodeStore(bytes));
    assertThat(devices).containsExactly(state(kernels));
  }

  @Test
  void aDeviceThatIsForgottenLeavesNothing() throws Exception {
    LoopSnapshot learned =
        new FilledRecord(Map.of(KernelMemory.class, FineMemory.class)).of(LoopSnapshot.class);
    store.putDevice(learned);
    NodeStore next = new NodeStore(bytes);
    readAll(next);
    next.deleteDevice(learned.device());

    assertThat(keys()).isEmpty();
  }

  /** A task dies after any of its writes: the next one finds each part as it was or as it is. */
  @Property(tries = 300)
  void whatIsTornIsMadeOfWholeParts(@ForAll Random random) throws Exception {
    FineMemory filled = new FilledRecord(Map.of()).of(FineMemory.class);
    RecordingStore recording = new RecordingStore(bytes);
    NodeStore dying = new NodeStore(recording.store());
    LoopSnapshot before = state(List.of());
    LoopSnapshot now = before;
    dying.putDevice(now);
    recording.writesLeft = random.nextInt(40);
    boolean isDead = false;
    while (!isDead) {
      before = now;
      now = state(changed(now.kernels(), filled, random));
      try {
        dying.putDevice(now);
        recording.writesLeft--; // Ends where nothing changes any more, too.
      } catch (RecordingStore.Death e) {
        isDead = true;
      }
      isDead |= recording.writesLeft < 0;
    }
    recording.writesLeft = Integer.MAX_VALUE;

    NodeStore next = new NodeStore(bytes);
    devices.clear();
    leftOver.clear();
    unreadable.clear();
    readAll(next);

    assertThat(unreadable).isEmpty();
    assertThat(devices).hasSize(1);
    LoopSnapshot found = devices.get(0);
    assertThat(found.kernels()).extracting(KernelMemory::activityName).doesNotHaveDuplicates();
    List<String> names = found.kernels().stream().map(KernelMemory::activityName).toList();
    assertThat(names).isIn(names(before), names(now));
    assertThat(found.kernels())
        .as("each as before or as now")
        .isSubsetOf(Stream.of(before, now).flatMap(each -> each.kernels().stream()).toList());

    leftOver.forEach(next::deleteKey);
    next.putDevice(now);
    assertThat(keys()).hasSize(1 + now.kernels().size());
    devices.clear();
    readAll(new NodeStore(bytes));
    assertThat(devices).containsExactly(now);
    next.deleteDevice("n/a");
    assertThat(keys()).isEmpty();
  }

  private static List<KernelMemory> changed(
      List<KernelMemory> kernels, FineMemory filled, Random random) {
    List<KernelMemory> changed = new ArrayList<>();
    for (KernelMemory kernel : kernels) {
      if (random.nextInt(5) > 0) {
        boolean isSame = random.nextBoolean();
        changed.add(isSame ? kernel : kernel(filled, kernel.activityName(), random.nextInt()));
      }
    }
    int added = random.nextInt(3);
    for (int i = 0; i < added; i++) {
      String name = "kernel" + random.nextInt(1_000_000);
      if (changed.stream().noneMatch(each -> each.activityName().equals(name))) {
        changed.add(kernel(filled, name, i));
      }
    }
    Collections.shuffle(changed, random);
    return changed;
  }

  private static List<String> names(LoopSnapshot state) {
    return state.kernels().stream().map(KernelMemory::activityName).toList();
  }

  private static LoopSnapshot state(List<KernelMemory> kernels) {
    return new LoopSnapshot(
        "n/a", "", List.of(), Map.of(), kernels, List.of(), "", 0, false, 0, "");
  }

  /** What {@code FineMemory} is filled with, and of a kernel of its own. */
  private static KernelMemory kernel(FineMemory filled, String name, int seed) {
    return new FineMemory(
        name,
        filled.state(),
        filled.rungs(),
        filled.bestRungs(),
        filled.frozen(),
        filled.trying(),
        filled.queue(),
        filled.reference(),
        filled.benchmark(),
        filled.best(),
        filled.trial(),
        filled.fallen(),
        filled.scores(),
        filled.budget(),
        filled.tolerance(),
        filled.objective(),
        filled.faster(),
        filled.reverts(),
        filled.restarts(),
        filled.restartedNanos(),
        filled.trialNanos(),
        filled.sinceNanos(),
        seed);
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> all = bytes.all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    return keys;
  }

  @Test
  void aNodeAndADeviceOfOneNameAreTwo() {
    store.putNode("trace.csv#0", 42);
    store.putDevice(
        new LoopSnapshot(
            "trace.csv#0", "A", List.of(), Map.of(), List.of(), List.of(), "", 0, false, 0, ""));

    readAll();

    assertThat(nodes).hasSize(1);
    assertThat(devices).hasSize(1);
  }

  @Test
  void whatCannotBeReadIsNamedAndTheRestIsRead() {
    store.putNode("n", 42);
    bytes.put("d:torn", "{\"version\":3,\"lo".getBytes(StandardCharsets.UTF_8));
    bytes.put("d:earlier", "{\"version\":2,\"loop\":{}}".getBytes(StandardCharsets.UTF_8));
    bytes.put("d:later", "{\"version\":4,\"loop\":{}}".getBytes(StandardCharsets.UTF_8));
    bytes.put("n:bare", "{\"version\":1}".getBytes(StandardCharsets.UTF_8));
    bytes.put(
        "n:later", "{\"version\":2,\"node\":\"n2\",\"epoch\":3}".getBytes(StandardCharsets.UTF_8));
    bytes.put("d:empty", "{\"version\":3,\"loop\":null}".getBytes(StandardCharsets.UTF_8));

    readAll();

    assertThat(nodes).containsExactly("n 42");
    assertThat(unreadable)
        .containsExactlyInAnyOrder(
            "d:torn", "d:earlier", "d:later", "n:bare", "n:later", "d:empty");
  }

  private void readAll() {
    readAll(new NodeStore(bytes));
  }

  private void readAll(NodeStore of) {
    of.readAll(
        new NodeStore.Receiver() {
          @Override
          public void node(String node, long epoch) {
            nodes.add(node + " " + epoch);
          }

          @Override
          public void device(LoopSnapshot loop) {
            devices.add(loop);
          }

          @Override
          public void unreadable(String key, String why) {
            assertThat(why).isNotBlank();
            unreadable.add(key);
          }

          @Override
          public void leftOver(String key) {
            leftOver.add(key);
          }
        });
  }

  static KeyValueStore<String, byte[]> memory() {
    var context = new MockProcessorContext<String, EncodedRecord>();
    KeyValueStore<String, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(NodeProcessor.STORE),
                Serdes.String(),
                Serdes.ByteArray())
            .withLoggingDisabled()
            .withCachingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    return store;
  }
}
