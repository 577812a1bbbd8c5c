package io.wattune.streams.ledger;

import io.wattune.core.ledger.ClockState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.PollBlock;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.SchemaExchange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Adapter: keyed state and rejects around {@link DeviceLedger}. Ledger entries go to the main
 * output, true power, profiles and rejects to {@link LedgerJob#OTHERS}.
 */
final class LedgerFunction extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
  private static final long serialVersionUID = 1L;

  private final LedgerSettings settings;
  private final LedgerTopics topics;
  private final SchemaExchange schemas;

  /** All of a device but what the two below hold. */
  private transient ValueState<DeviceState> devices;

  private transient ValueState<List<PendingActivity>> activities;
  private transient StateChunkStore chunks;
  private transient SchemaExchange.@Nullable OpenStore store;
  private transient ReadingBlockCodec readingCodec;
  private transient ActivityCodec activityCodec;
  private transient EncodingOutput output;
  private transient PowerColumns columns;
  private transient LedgerCounters counters;

  /**
   * How each device's activities are found. Flink copies the state for each checkpoint, once a
   * second, and does not copy this: it goes on with the copy, and is not made again.
   */
  private transient Map<String, PendingActivities> pendings;

  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  LedgerFunction(LedgerSettings settings, LedgerTopics topics, SchemaExchange schemas) {
    this.settings = settings;
    this.topics = topics;
    this.schemas = schemas;
  }

  @Override
  public void open(OpenContext openContext) {
    devices =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("device", TypeInformation.of(DeviceState.class)));
    activities =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("activities", PendingActivitiesSerializer.INSTANCE));
    chunks =
        new StateChunkStore(
            getRuntimeContext()
                .getMapState(
                    new MapStateDescriptor<>(
                        "ring", LongSerializer.INSTANCE, RingChunkSerializer.INSTANCE)));
    schemas.publish(LedgerTopics.WRITTEN);
    var opened = schemas.open();
    store = opened;
    readingCodec = new ReadingBlockCodec(opened);
    activityCodec = new ActivityCodec(opened);
    columns = new PowerColumns();
    pendings = new HashMap<>();
    counters = new LedgerCounters(getRuntimeContext().getMetricGroup());
    output = new EncodingOutput(topics, counters);
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }

  @Override
  public void processElement(InboundRecord record, Context context, Collector<OutboundRecord> out)
      throws Exception {
    output.begin(record, out::collect, other -> context.output(LedgerJob.OTHERS, other));
    try {
      if (record.topic().equals(topics.readings())) {
        readings(record, readingCodec.decode(record.value()));
      } else {
        activity(record, activityCodec.decode(record.value()));
      }
    } catch (UndecodableException e) {
      reject(e.reason(), e.detail(), 1);
    }
  }

  private void readings(InboundRecord record, PollBlock block) throws Exception {
    int data = Math.max(1, block.polls()); // a block without readings is a datum, too
    if (!keyMatches(record, block.device(), data)) {
      return;
    }
    DeviceState state = state(block.device());
    long droppedBefore = state.outOfOrder;
    counters.readings(block.polls());
    switch (fold(block, state)) {
      case ACCEPTED -> {}
      case PARTLY_OUT_OF_ORDER -> {
        int dropped = (int) (state.outOfOrder - droppedBefore);
        counters.outOfOrder(dropped);
        reject(
            "out-of-order",
            dropped + " readings are not later than the one before and were dropped",
            dropped);
      }
      case CLOCK_SET_BACK -> {
        int dropped = (int) (state.outOfOrder - droppedBefore);
        counters.outOfOrder(dropped);
        counters.clockSetBack();
        reject("clock-set-back", setBack(state.clock), Math.max(1, dropped));
      }
      case REPEATED -> reject("repeated-block", "this block had come before", data);
      case SIGNAL_CHANGED ->
          reject(
              "signal-changed",
              "the device's power signal was '"
                  + state.signal
                  + "' and cannot become '"
                  + block.signal()
                  + "': give it one signal",
              data);
    }
    keep(block.device(), state);
  }

  private static String setBack(@Nullable ClockState clock) {
    if (clock == null) {
      throw new IllegalStateException("no clock was set back");
    }
    return "the device's clock was set back from "
        + Instant.ofEpochSecond(0, clock.stepFromNanos)
        + " to "
        + Instant.ofEpochSecond(0, clock.stepToNanos)
        + ": its books go on from there, and what was said of later times stands until they come;"
        + " see that the node's clock is right before its agent starts";
  }

  private DeviceLedger.BlockFate fold(PollBlock block, DeviceState state) {
    long wrapsBefore = state.counter.wraps;
    long freezesBefore = state.counter.freezes;
    long stepsBackBefore = state.counter.stepsBack;
    DeviceLedger.BlockFate fate = ledger(block.device(), state).readings(block);
    counters.counterFaults(
        state.counter.wraps - wrapsBefore,
        state.counter.freezes - freezesBefore,
        state.counter.stepsBack - stepsBackBefore);
    return fate;
  }

  private void activity(InboundRecord record, ActivityEvent event) throws Exception {
    if (!keyMatches(record, event.device(), 1)) {
      return;
    }
    DeviceState state = state(event.device());
    DeviceLedger ledger = ledger(event.device(), state);
    if (event instanceof ActivityEvent.Reported reported) {
      long refusedBefore = state.refusedActivities;
      ledger.activity(reported.activity());
      counters.rejected(state.refusedActivities - refusedBefore);
    } else {
      ledger.activitiesEnded();
    }
    keep(event.device(), state);
  }

  private DeviceState state(String device) throws Exception {
    DeviceState state = devices.value();
    if (state == null) {
      return new DeviceState();
    }
    List<PendingActivity> rows = activities.value();
    if (rows != null) { // else a checkpoint of an earlier release, which kept them with the rest
      state.activities = rows;
    }
    PendingActivities known = pendings.get(device);
    if (known != null) {
      known.goOnWith(state);
    }
    return state;
  }

  private DeviceLedger ledger(String device, DeviceState state) {
    return new DeviceLedger(settings, device, state, chunks, output, columns);
  }

  private void keep(String device, DeviceState state) throws Exception {
    PendingActivities known = state.pending;
    if (known == null || state.isFinished()) {
      pendings.remove(device);
    } else {
      pendings.put(device, known);
    }
    if (state.isFinished()) {
      devices.clear();
      activities.clear();
      chunks.clear();
    } else {
      activities.update(state.activities);
      state.activities = new ArrayList<>();
      devices.update(state);
    }
  }

  private boolean keyMatches(InboundRecord record, String device, int data) {
    if (record.key().equals(device)) {
      return true;
    }
    reject(
        RecordKey.MISMATCH,
        "the record's key is '"
            + record.key()
            + "', but its device is '"
            + device
            + "': the key must be the device",
        data);
    return false;
  }

  private void reject(String reason, String detail, int data) {
    counters.rejected(1);
    output.reject(reason, detail, data);
  }
}
