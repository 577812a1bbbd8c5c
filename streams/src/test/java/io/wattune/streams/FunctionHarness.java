package io.wattune.streams;

import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/**
 * A job's function in Flink's own operator harness: records go in, what comes out is decoded by who
 * extends it.
 *
 * @param <H> that class
 */
public abstract class FunctionHarness<H extends FunctionHarness<H>> implements AutoCloseable {
  private static final long MANAGED_BYTES = 3 << 20;

  public final List<RejectedDatum> rejects = new ArrayList<>();

  private final Map<String, Counter> counters = new HashMap<>();
  private final KeyedOneInputStreamOperatorTestHarness<String, InboundRecord, OutboundRecord> flink;
  private long offset;

  protected FunctionHarness(KeyedProcessFunction<String, InboundRecord, OutboundRecord> function)
      throws Exception {
    this.flink =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(function),
            InboundRecord::key,
            Types.STRING,
            new MockEnvironmentBuilder()
                .setManagedMemorySize(MANAGED_BYTES)
                .setMetricGroup(metrics(counters))
                .build());
  }

  /** Where the function's own counters are kept, as a reporter of Flink sees them. */
  private static TaskMetricGroup metrics(Map<String, Counter> counters) {
    var registry =
        TestingMetricRegistry.builder()
            .setRegisterConsumer(
                (metric, name, group) -> {
                  if (metric instanceof Counter counter) {
                    counters.put(name, counter);
                  }
                })
            .build();
    return TaskManagerMetricGroup.createTaskManagerMetricGroup(
            registry, "localhost", ResourceID.generate())
        .addJob(new JobID(), "job")
        .addTask(ExecutionAttemptID.randomId(), "task");
  }

  /** What a counter of the function stands at; an error where there is no such counter. */
  public long counted(String name) {
    return Objects.requireNonNull(counters.get(name), name).getCount();
  }

  public H open() throws Exception {
    flink.open();
    return self();
  }

  public H openFrom(OperatorSubtaskState snapshot) throws Exception {
    flink.initializeState(snapshot);
    return open();
  }

  @SuppressWarnings("unchecked") // That is what H is.
  private H self() {
    return (H) this;
  }

  public OperatorSubtaskState snapshot() throws Exception {
    return flink.snapshot(1, 1);
  }

  public int keyedStateEntries() {
    return flink.numKeyedStateEntries();
  }

  /** Lets the function have a record, the next one of its topic's partition. */
  protected void send(Topic topic, int partition, String key, byte[] value) throws Exception {
    String name = Namespace.live().topic(topic);
    var record =
        new InboundRecord(name, partition, offset++, key, value, InboundRecord.NOT_BY_BROKER);
    flink.processElement(new StreamRecord<>(record));
    for (OutboundRecord out : flink.extractOutputValues()) {
      take(out);
    }
    flink.getOutput().clear();
  }

  /** What has come out at a side since the last look. */
  protected void takeFrom(OutputTag<OutboundRecord> side) throws Exception {
    var records = flink.getSideOutput(side);
    if (records != null) {
      for (StreamRecord<OutboundRecord> each : records) {
        take(each.getValue());
      }
      records.clear();
    }
  }

  private void take(OutboundRecord record) throws Exception {
    if (isOf(Topic.REJECTS, record)) {
      rejects.add(new RejectCodec().decode(record.value()));
    } else if (!decode(record)) {
      throw new AssertionError("unexpected topic " + record.topic());
    }
  }

  /** Whether a record is of a topic. */
  protected static boolean isOf(Topic topic, OutboundRecord record) {
    return record.topic().equals(Namespace.live().topic(topic));
  }

  /** Keeps a record that came out; false where it is of no topic that it should be of. */
  protected abstract boolean decode(OutboundRecord record) throws Exception;

  /** The key of what comes out must be its device. */
  protected static void requireKey(OutboundRecord record, String device) {
    if (!record.key().equals(device)) {
      throw new AssertionError(
          "the key of a record of " + record.topic() + " must be its device: " + record.key());
    }
  }

  @Override
  public void close() throws Exception {
    flink.close();
  }
}
