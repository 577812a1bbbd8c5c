package io.wattune.streams.ledger;

import io.wattune.streams.kafka.InboundRecord;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * How far each partition of the ledger's topics has been read, by the broker's clock, so that a job
 * that is behind reads readings and activities in step: an activity that comes when its device's
 * readings are past the horizon is refused. A partition that is more than {@link #AHEAD} ahead of
 * the one that is most behind waits for it.
 *
 * <p>The clock is the broker's, and a node's clock that is wrong moves nothing: where a topic keeps
 * the sender's time its partitions are read as fast as they can be. So are they where others have
 * no record for twenty seconds: a partition without a leader, or of devices that are off, holds no
 * other back. Nothing else depends on these watermarks. Test: {@code BacklogOrderTest}.
 */
final class AppendTimes implements WatermarkGenerator<InboundRecord> {
  /**
   * Less than half the default horizon, and far more than topics differ while the job keeps up, or
   * brokers' clocks where somebody looks after them: a partition whose broker is behind by more
   * would make the others wait.
   */
  static final Duration AHEAD = Duration.ofMinutes(2);

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /**
   * Asked every 200 ms: 20 s, less than {@link #AHEAD}, so that a partition that has fallen silent
   * stops none while the job keeps up; and longer than it takes to read what was fetched of others.
   */
  private static final int ASKED_UNTIL_IDLE = 100;

  private long newestMillis = InboundRecord.NOT_BY_BROKER;
  private int askedSince;

  private AppendTimes() {}

  /**
   * For a job's source.
   *
   * @param group names what is read in step
   */
  static WatermarkStrategy<InboundRecord> inStep(String group, Duration ahead) {
    return WatermarkStrategy.<InboundRecord>forGenerator(context -> new AppendTimes())
        .withTimestampAssigner((record, sentMillis) -> record.appendedMillis())
        .withWatermarkAlignment(group, ahead, LOOK_EVERY);
  }

  @Override
  public void onEvent(InboundRecord record, long appendedMillis, WatermarkOutput output) {
    newestMillis = Math.max(newestMillis, appendedMillis);
    askedSince = 0;
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    boolean isIdle = askedSince++ >= ASKED_UNTIL_IDLE;
    if (isIdle || newestMillis == InboundRecord.NOT_BY_BROKER) {
      output.markIdle();
    } else {
      output.emitWatermark(new Watermark(newestMillis));
    }
  }
}
