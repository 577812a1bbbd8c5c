package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.LoopSnapshot;
import io.wattune.core.policy.BaselineMemory;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.HarmoniaMemory;
import io.wattune.core.policy.KernelMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
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

  @Test
  void memoriesOfTheFirstReleaseAreThoseOfFine() throws Exception {
    LoopSnapshot learned =
        new FilledRecord(Map.of(KernelMemory.class, FineMemory.class)).of(LoopSnapshot.class);
    store.putDevice(learned);
    String json = new String(bytes.get("d:" + learned.device()), StandardCharsets.UTF_8);
    assertThat(json).contains("\"kind\":\"fine\",");
    String first = json.replace("\"kind\":\"fine\",", "");
    bytes.put("d:" + learned.device(), first.getBytes(StandardCharsets.UTF_8));

    readAll();

    assertThat(devices).containsExactly(learned);
  }

  @Test
  void aStateOfAReleaseWithoutProgramsKeepsItsKernels() {
    var kernel = new BaselineMemory("gemm", Map.of("core.clock", 2), 7);
    String json =
        """
        {"version":1,"loop":{"device":"d","tunables":[],"floors":{"core.clock":300},"kernels":[
        {"kind":"baseline","activityName":"gemm","rungs":{"core.clock":2},"exceededNanos":7}]}}
        """;
    bytes.put("d:d", json.getBytes(StandardCharsets.UTF_8));

    readAll();

    assertThat(unreadable).isEmpty();
    assertThat(devices)
        .containsExactly(
            new LoopSnapshot(
                "d",
                "",
                List.of(),
                Map.of("core.clock", 300L),
                List.of(kernel),
                List.of(),
                "",
                0,
                false,
                0,
                ""));
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
    bytes.put("d:torn", "{\"version\":1,\"lo".getBytes(StandardCharsets.UTF_8));
    bytes.put("d:later", "{\"version\":4,\"loop\":{}}".getBytes(StandardCharsets.UTF_8));
    bytes.put("n:bare", "{\"version\":1}".getBytes(StandardCharsets.UTF_8));
    bytes.put(
        "n:later", "{\"version\":2,\"node\":\"n2\",\"epoch\":3}".getBytes(StandardCharsets.UTF_8));
    bytes.put("d:empty", "{\"version\":1,\"loop\":null}".getBytes(StandardCharsets.UTF_8));

    readAll();

    assertThat(nodes).containsExactly("n 42");
    assertThat(unreadable)
        .containsExactlyInAnyOrder("d:torn", "d:later", "n:bare", "n:later", "d:empty");
  }

  private void readAll() {
    store.readAll(
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
        });
  }

  static KeyValueStore<String, byte[]> memory() {
    var context = new MockProcessorContext<String, Outgoing>();
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
