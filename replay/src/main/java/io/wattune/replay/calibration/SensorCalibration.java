package io.wattune.replay.calibration;

import io.wattune.core.meter.IdlePower;
import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.sensor.EdgeCounts;
import io.wattune.core.sensor.EdgeRecord;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.replay.file.DeviceTrace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found of one device's sensor.
 *
 * @param trace its readings
 * @param prior what was assumed of it before anything was learned
 * @param learned the profile by the readings alone
 * @param counts what their edges showed
 * @param edges the edges, to be shown
 * @param meter what a meter says; null without one
 * @param idle what the board truly takes when it is idle; null where nobody said
 */
public record SensorCalibration(
    DeviceTrace trace,
    Prior prior,
    SensorProfile learned,
    EdgeCounts counts,
    List<EdgeRecord> edges,
    @Nullable MeterCalibration meter,
    @Nullable IdlePower idle) {

  /** The same, of a board of which somebody knows what it takes when it is idle. */
  public SensorCalibration withIdle(IdlePower known) {
    return new SensorCalibration(trace, prior, learned, counts, edges, meter, known);
  }

  /** The profile to use: the meter's word counts where it has one. */
  public SensorProfile profile() {
    SensorProfile metered = meter == null ? learned : meter.applied(learned);
    return idle == null ? metered : idle.applied(metered);
  }

  /** Whether the class is known. */
  boolean isResolved() {
    return profile().source() != ProfileSource.PRIOR;
  }

  /** The smallest and the shortest load that it measures; null where power never changed. */
  @Nullable NoiseFloor floor() {
    return TraceFloor.of(trace, profile());
  }

  private boolean isBounded() {
    return learned.source() == ProfileSource.PRIOR && learned.profileId().contains("/bounded-");
  }

  /** What was found, line by line. */
  List<String> explanation() {
    String edgesSay =
        counts.sentence()
            + (learned.source() == ProfileSource.LEARNED
                ? ""
                : learned.steps() > 0
                    ? "; which class it is cannot be determined from them, only that the response is over"
                        + " within some updates"
                    : isBounded()
                        ? "; which class it is cannot be determined from them, only that the response"
                            + " is no longer than readings that moved as steeply as these allow"
                        : "; which class it is cannot be determined from them: unresolved, the prior is"
                            + " kept");
    List<String> lines = new ArrayList<>();
    lines.add(edgesSay);
    boolean isKept = !isResolved() && learned.steps() == 0 && !isBounded();
    prior.sentence(isKept).ifPresent(lines::add);
    if (meter != null) {
      lines.add(meter.clock().sentence());
      lines.add(meter.response().sentence());
      lines.add(meter.scale().sentence());
    }
    if (idle != null) {
      lines.add(idle.sentence());
    }
    return lines;
  }
}
