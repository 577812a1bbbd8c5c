package io.wattune.streams.ledger;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.GivenSchemas;
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
import org.apache.flink.runtime.executiongraph.ExecutionGraphTestUtils;
import org.apache.flink.runtime.metrics.MetricRegistry;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;

/** The ledger function in Flink's own operator harness, with its outputs decoded. */
final class LedgerHarness implements AutoCloseable {
  static final LedgerTopics TOPICS = LedgerTopics.in(Namespace.live());

  static final GivenSchemas SCHEMAS = new GivenSchemas();

  final Map<String, LedgerEntry> newest = new HashMap<>();
  final List<LedgerEntry> entries = new ArrayList<>();
  final List<TruePower> power = new ArrayList<>();
  final List<TruePower> smoothed = new ArrayList<>();
  final List<SensorProfile> profiles = new ArrayList<>();
  final List<RejectedDatum> rejects = new ArrayList<>();

  private static final long MANAGED_BYTES = 3 << 20;

  private final Map<String, Counter> counters = new HashMap<>();
  private final KeyedOneInputStreamOperatorTestHarness<String, InboundRecord, OutboundRecord> flink;
  private final ReadingBlockCodec readings = new ReadingBlockCodec();
  private final ActivityCodec activities = new ActivityCodec();
  private long offset;

  LedgerHarness(LedgerSettings settings) throws Exception {
    this(new LedgerFunction(settings, TOPICS, SCHEMAS));
  }

  /** Another function that keeps the same state. */
  LedgerHarness(KeyedProcessFunction<String, InboundRecord, OutboundRecord> function)
      throws Exception {
    flink =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(function),
            InboundRecord::key,
            Types.STRING,
            new MockEnvironmentBuilder()
                .setManagedMemorySize(MANAGED_BYTES)
                .setMetricGroup(metrics())
                .build());
  }

  /** Where the function's own counters are kept, as a reporter of Flink sees them. */
  private TaskMetricGroup metrics() {
    MetricRegistry registry =
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
        .addJob(new JobID(), "ledger")
        .addTask(ExecutionGraphTestUtils.createExecutionAttemptId(), "ledger");
  }

  /** What one of the ledger's counters stands at. */
  long count(String name) {
    return Objects.requireNonNull(counters.get(name), name).getCount();
  }

  LedgerHarness open() throws Exception {
    flink.open();
    return this;
  }

  LedgerHarness openFrom(OperatorSubtaskState snapshot) throws Exception {
    flink.initializeState(snapshot);
    flink.open();
    return this;
  }

  OperatorSubtaskState snapshot() throws Exception {
    return flink.snapshot(1, 1);
  }

  int keyedStateEntries() {
    return flink.numKeyedStateEntries();
  }

  void readings(PollBlock block) throws Exception {
    readings(block.device(), readings.encode(block));
  }

  void readings(String key, byte[] value) throws Exception {
    send(
        new InboundRecord(TOPICS.readings(), 3, offset++, key, value, InboundRecord.NOT_BY_BROKER));
  }

  void activity(String device, String id, long startNanos, long endNanos) throws Exception {
    var activity =
        new Activity(device, id, Book.KERNEL, id, startNanos, endNanos, null, Map.of("user", "a"));
    activity(device, activities.encode(activity));
  }

  void activitiesEnded(String device) throws Exception {
    activity(device, activities.encodeEndOfTrace(device));
  }

  void activity(String key, byte[] value) throws Exception {
    send(
        new InboundRecord(TOPICS.activity(), 0, offset++, key, value, InboundRecord.NOT_BY_BROKER));
  }

  private void send(InboundRecord record) throws Exception {
    flink.processElement(new StreamRecord<>(record));
    for (OutboundRecord out : flink.extractOutputValues()) {
      LedgerEntry entry = new LedgerEntryCodec().decode(out.value());
      entries.add(entry);
      newest.put(entry.entryId(), entry);
    }
    flink.getOutput().clear();
    var others = flink.getSideOutput(LedgerJob.OTHERS);
    if (others != null) {
      for (StreamRecord<OutboundRecord> other : others) {
        keep(other.getValue());
      }
      others.clear();
    }
  }

  private void keep(OutboundRecord record) throws Exception {
    if (record.topic().equals(TOPICS.power())) {
      power.add(new PowerBlockCodec().decode(record.value()));
    } else if (record.topic().equals(TOPICS.smoothed())) {
      smoothed.add(new PowerBlockCodec().decode(record.value()));
    } else if (record.topic().equals(TOPICS.profiles())) {
      profiles.add(new SensorProfileCodec().decode(record.value()));
    } else if (record.topic().equals(TOPICS.rejects())) {
      rejects.add(new RejectCodec().decode(record.value()));
    } else {
      throw new AssertionError("unexpected topic " + record.topic());
    }
  }

  @Override
  public void close() throws Exception {
    flink.close();
  }
}
