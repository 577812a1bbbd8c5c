package io.wattune.schemas.codec;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;

/**
 * The newest true power of a block.
 *
 * @param device device id
 * @param revision revision of the block: of one sample the newest holds
 * @param clockSetBacks how often the device's clock had been set back
 * @param samples how many samples the block has
 * @param timeNanos time of the newest sample that has true power, epoch nanoseconds; 0 where none
 *     has
 * @param trueMilliwatts its true power; {@link TruePower#NONE} where no sample has any
 * @param errorMilliwatts standard error of that; {@link TruePower#NONE} where there is none
 * @param quality how it was obtained; INVALID where no sample has true power
 * @param worst worst quality of the block's samples; INVALID where there are none
 */
public record NewestPower(
    String device,
    int revision,
    int clockSetBacks,
    int samples,
    long timeNanos,
    int trueMilliwatts,
    int errorMilliwatts,
    Quality quality,
    Quality worst) {

  /** Whether any sample has true power. */
  public boolean isKnown() {
    return trueMilliwatts != TruePower.NONE;
  }

  /** True power in watts; only where it is known. */
  public double watts() {
    return trueMilliwatts / 1e3;
  }
}
