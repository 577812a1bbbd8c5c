package io.wattune.streams.component;

import io.wattune.core.component.ComponentPower;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.power.TruePower;
import io.wattune.core.thermal.live.GivenPlan;
import io.wattune.core.thermal.live.HeatRecord;
import io.wattune.schemas.codec.ComponentPowerCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.HeatCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
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
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;

/** The components function in Flink's own operator harness, with its outputs decoded. */
final class ComponentHarness implements AutoCloseable {
  static final ComponentTopics TOPICS = ComponentTopics.in(Namespace.live());

  static final GivenSchemas SCHEMAS = new GivenSchemas();

  final List<ComponentPower> told = new ArrayList<>();
  final List<HeatRecord> heats = new ArrayList<>();
  final List<RejectedDatum> rejects = new ArrayList<>();

  private final KeyedOneInputStreamOperatorTestHarness<String, InboundRecord, OutboundRecord> flink;
  private final Map<String, Counter> counters = new HashMap<>();
  private long offset;

  ComponentHarness() throws Exception {
    this(List.of());
  }

  ComponentHarness(List<GivenPlan> plans) throws Exception {
    flink =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new ComponentFunction(null, plans, TOPICS, SCHEMAS)),
            InboundRecord::key,
            Types.STRING,
            new MockEnvironmentBuilder().setMetricGroup(metrics()).build());
  }

  private TaskMetricGroup metrics() {
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

  /** What a counter of the function, or of a counter that lacks, stands at. */
  long counted(String name) {
    return Objects.requireNonNull(counters.get(name), name).getCount();
  }

  ComponentHarness open() throws Exception {
    flink.open();
    return this;
  }

  ComponentHarness openFrom(OperatorSubtaskState snapshot) throws Exception {
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

  void counters(CounterReading reading) throws Exception {
    counters(reading.device(), new CounterReadingCodec().encode(reading));
  }

  void counters(String key, byte[] value) throws Exception {
    send(
        new InboundRecord(TOPICS.counters(), 2, offset++, key, value, InboundRecord.NOT_BY_BROKER));
  }

  void power(TruePower power) throws Exception {
    power(power.device(), new PowerBlockCodec().encode(power));
  }

  void power(String key, byte[] value) throws Exception {
    send(new InboundRecord(TOPICS.power(), 0, offset++, key, value, InboundRecord.NOT_BY_BROKER));
  }

  private void send(InboundRecord record) throws Exception {
    flink.processElement(new StreamRecord<>(record));
    for (OutboundRecord out : flink.extractOutputValues()) {
      if (out.topic().equals(TOPICS.componentPower())) {
        ComponentPower power = new ComponentPowerCodec().decode(out.value());
        if (!out.key().equals(power.device())) {
          throw new AssertionError(
              "the key of power by component must be its device: " + out.key());
        }
        told.add(power);
      } else if (out.topic().equals(TOPICS.heat())) {
        HeatRecord heat = new HeatCodec().decode(out.value());
        if (!out.key().equals(heat.device())) {
          throw new AssertionError("the key of heat must be its device: " + out.key());
        }
        heats.add(heat);
      } else if (out.topic().equals(TOPICS.rejects())) {
        rejects.add(new RejectCodec().decode(out.value()));
      } else {
        throw new AssertionError("unexpected topic " + out.topic());
      }
    }
    flink.getOutput().clear();
  }

  @Override
  public void close() throws Exception {
    flink.close();
  }
}
