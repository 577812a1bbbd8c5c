package io.wattune.streams.ledger;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.ClockState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.device.DeviceLedger;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.SchemaStore;
import io.wattune.schemas.codec.SensorProfileCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.DeviceFunction;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.kafka.SchemaExchange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Adapter: keyed state and rejects around {@link DeviceLedger}. Ledger entries go to the main
 * output, true power, profiles and rejects to {@link LedgerJob#OTHERS}.
 */
final class LedgerFunction extends DeviceFunction<DeviceState> {
  private static final long serialVersionUID = 1L;

  private final LedgerSettings settings;

  /** Of a device, what its ledger's state does not hold: with the chunks below. */
  private transient ValueState<List<PendingActivity>> activities;

  private transient StateChunkStore chunks;
  private transient ReadingBlockCodec readingCodec;
  private transient ActivityCodec activityCodec;
  private transient Output output;
  private transient PowerColumns columns;
  private transient LedgerCounters counters;
  private transient Context context;

  /**
   * How each device's activities are found. Flink copies the state for each checkpoint, once a
   * second, and does not copy this: it goes on with the copy, and is not made again.
   */
  private transient Map<String, PendingActivities> pendings;

  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  LedgerFunction(LedgerSettings settings, Namespace namespace, SchemaExchange schemas) {
    super(LedgerJob.PART, namespace, LedgerJob.WRITTEN, DeviceState.class, schemas);
    this.settings = settings;
  }

  @Override
  protected void open(SchemaStore writers, MetricGroup metrics) {
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
    readingCodec = new ReadingBlockCodec(writers);
    activityCodec = new ActivityCodec(writers);
    columns = new PowerColumns();
    pendings = new HashMap<>();
    counters = new LedgerCounters(metrics);
    output = new Output();
  }

  @Override
  protected void take(InboundRecord record, Context newContext) throws Exception {
    context = newContext;
    if (isOf(Topic.READINGS, record)) {
      readings(record, readingCodec.decode(record.value()));
    } else {
      activity(record, activityCodec.decode(record.value()));
    }
  }

  private void readings(InboundRecord record, PollBlock block) throws Exception {
    int data = Math.max(1, block.polls()); // a block without readings is a datum, too
    if (!keyMatches(record, block.device(), data)) {
      return;
    }
    DeviceState state = state(block.device());
    long droppedBefore = state.outOfOrder;
    counters.readings.inc(block.polls());
    switch (fold(block, state)) {
      case ACCEPTED -> {}
      case PARTLY_OUT_OF_ORDER -> {
        int dropped = (int) (state.outOfOrder - droppedBefore);
        counters.outOfOrder.inc(dropped);
        reject(
            "out-of-order",
            dropped + " readings are not later than the one before and were dropped",
            dropped);
      }
      case CLOCK_SET_BACK -> {
        int dropped = (int) (state.outOfOrder - droppedBefore);
        counters.outOfOrder.inc(dropped);
        counters.clocksSetBack.inc();
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
    counters.counterWraps.inc(state.counter.wraps - wrapsBefore);
    counters.counterFreezes.inc(state.counter.freezes - freezesBefore);
    counters.counterStepsBack.inc(state.counter.stepsBack - stepsBackBefore);
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
      countRejects(state.refusedActivities - refusedBefore);
    } else {
      ledger.activitiesEnded();
    }
    keep(event.device(), state);
  }

  private DeviceState state(String device) throws Exception {
    DeviceState state = device(DeviceState::new);
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
      forget();
      activities.clear();
      chunks.clear();
    } else {
      activities.update(state.activities);
      state.activities = new ArrayList<>();
      remember(state);
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

  @Override
  protected void putReject(OutboundRecord reject) {
    putOther(reject);
  }

  private void putOther(OutboundRecord other) {
    context.output(LedgerJob.OTHERS, other);
  }

  /** Encodes and counts what the ledger puts out: energy to one receiver, all else to another. */
  private final class Output implements LedgerOutput {
    private final LedgerEntryCodec entries = new LedgerEntryCodec();
    private final PowerBlockCodec power = new PowerBlockCodec();
    private final SensorProfileCodec profiles = new SensorProfileCodec();

    @Override
    public void entry(LedgerEntry entry) {
      counters.entry(entry);
      OutboundRecord sent = one(Topic.ENERGY, entry.device(), () -> entries.encode(entry));
      if (sent != null) {
        put(sent);
      }
    }

    @Override
    public void power(TruePower block) {
      counters.samples.inc(block.samples());
      other(Topic.POWER, block.device(), () -> power.encode(block));
    }

    @Override
    public void smoothed(TruePower block) {
      other(Topic.SMOOTHED, block.device(), () -> power.encode(block));
    }

    @Override
    public void profile(SensorProfile profile) {
      counters.profiles.inc();
      String key = profile.device() + "/" + profile.signal();
      other(Topic.PROFILES, key, () -> profiles.encode(profile));
    }

    @Override
    public void drifted(SensorProfile profile) {
      counters.drifts.inc();
    }

    @Override
    public void refused(Activity activity, String detail) {
      counters.activitiesLate.inc();
      keep("late-activity", detail, 1);
    }

    @Override
    public void outOfBalance(Book book, long atNanos, long microjoulesTooMany) {
      counters.outOfBalance.inc();
    }

    private void other(Topic topic, String key, Supplier<byte[]> encoding) {
      OutboundRecord sent = one(topic, key, encoding);
      if (sent != null) {
        putOther(sent);
      }
    }

    /** One of several records that come of one. */
    private @Nullable OutboundRecord one(Topic topic, String key, Supplier<byte[]> encoding) {
      return encoded(topic, key, "what came of it for ", encoding);
    }
  }
}
