package io.wattune.benchmarks.plain;

import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.ledger.LedgerJob;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Plain first-order correction, as it is done in a page of code: polls with the value of the poll
 * before are dropped, {@code P = y + C dy/dt} with one constant for every device, and windows of 1,
 * 10 and 60 s get the trapezoid, once. Nothing is learned, nothing can come late, no activity is
 * known, and no energy has an error.
 */
public final class PlainCorrection
    extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
  private static final long serialVersionUID = 1L;

  private final String readings;
  private final String energy;
  private final String power;
  private final SensorProfile profile;

  private transient ValueState<PlainState> devices;
  private transient ReadingBlockCodec decoder;
  private transient PowerBlockCodec powerEncoder;
  private transient LedgerEntryCodec energyEncoder;
  private transient PowerColumns columns;

  /**
   * A correction of lags.
   *
   * @param timeConstantSeconds of all sensors
   */
  @SuppressWarnings("NullAway.Init") // Flink opens the function on the machine it runs on
  public PlainCorrection(Namespace namespace, double timeConstantSeconds) {
    readings = namespace.topic(Topic.READINGS);
    energy = namespace.topic(Topic.ENERGY);
    power = namespace.topic(Topic.POWER);
    profile =
        new SensorProfile(
            "plain",
            "*",
            "power.draw",
            SensorModel.lag(timeConstantSeconds, 0),
            ProfileSource.GIVEN,
            0.015,
            0,
            0,
            1,
            0,
            0,
            0,
            0,
            0,
            0,
            Long.MIN_VALUE);
  }

  @Override
  public void open(OpenContext openContext) {
    devices =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("device", TypeInformation.of(PlainState.class)));
    decoder = new ReadingBlockCodec();
    powerEncoder = new PowerBlockCodec();
    energyEncoder = new LedgerEntryCodec();
    columns = new PowerColumns();
  }

  @Override
  public void processElement(InboundRecord record, Context context, Collector<OutboundRecord> out)
      throws Exception {
    if (!record.topic().equals(readings)) {
      return;
    }
    PollBlock block = decoder.decode(record.value());
    PlainState kept = devices.value();
    PlainState state = kept == null ? new PlainState() : kept;
    correct(state, block);
    if (columns.count() > 0) {
      TruePower corrected = columns.take(block.device(), block.signal(), 0, profile.profileId(), 0);
      byte[] bytes = powerEncoder.encode(corrected);
      context.output(LedgerJob.OTHERS, new OutboundRecord(power, block.device(), bytes));
      PlainWindows.add(state, corrected, entry -> out.collect(encoded(entry)));
    }
    devices.update(state);
  }

  private void correct(PlainState state, PollBlock block) {
    double wattsPerUnit = block.unit().watts();
    for (int i = 0; i < block.polls(); i++) {
      int value = block.values()[i];
      if (value != PollBlock.MISSING && value != state.lastValue) {
        double watts = value * wattsPerUnit;
        PowerCorrector.accept(state.power, profile, block.timesNanos()[i], watts, true, columns);
        state.lastValue = value;
      }
    }
  }

  private OutboundRecord encoded(LedgerEntry entry) {
    return new OutboundRecord(energy, entry.device(), energyEncoder.encode(entry));
  }
}
