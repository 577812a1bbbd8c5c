package io.wattune.streams.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.ledger.AccruedEnergy;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.reading.PollBlock;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/** A checkpoint of a release that kept activities with the rest of a device's state. */
class EarlierCheckpointTest {
  private static final String DEVICE = "node1/GPU-1";

  @Test
  void itsActivitiesHaveTheirEnergy() throws Exception {
    OperatorSubtaskState snapshot;
    try (var earlier = new LedgerHarness(new Earlier()).open()) {
      earlier.activitiesEnded(DEVICE);
      snapshot = earlier.snapshot();
    }
    try (var ledger = new LedgerHarness(LedgerSettings.DEFAULT).openFrom(snapshot)) {
      for (PollBlock block : LagTrace.blocks(DEVICE, 50)) {
        ledger.readings(block);
      }
      OperatorSubtaskState again = ledger.snapshot();
      try (var next = new LedgerHarness(LedgerSettings.DEFAULT).openFrom(again)) {
        next.activitiesEnded(DEVICE);

        assertThat(next.entries)
            .filteredOn(entry -> "load".equals(entry.activityId()))
            .extracting(LedgerEntry::isFinal)
            .contains(true);
        assertThat(next.rejects).isEmpty();
      }
    }
  }

  /** Keeps one activity, whatever comes. */
  private static final class Earlier
      extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
    private static final long serialVersionUID = 1L;
    private transient ValueState<DeviceState> devices;

    @Override
    public void open(OpenContext context) {
      devices =
          getRuntimeContext()
              .getState(
                  new ValueStateDescriptor<>("device", TypeInformation.of(DeviceState.class)));
    }

    @Override
    public void processElement(InboundRecord record, Context context, Collector<OutboundRecord> out)
        throws Exception {
      var load =
          new Activity(
              DEVICE,
              "load",
              Book.KERNEL,
              "load",
              LagTrace.LOAD_START,
              LagTrace.LOAD_END,
              null,
              Map.of());
      var state = new DeviceState();
      state.activities.add(
          new PendingActivity(
              load,
              null,
              0,
              false,
              AccruedEnergy.NOTHING,
              null,
              Long.MIN_VALUE,
              0,
              false,
              true,
              null));
      state.activitiesVersion = 1;
      devices.update(state);
    }
  }
}
