package io.wattune.collectors.meter;

import io.wattune.core.Quality;
import java.util.Map;

/**
 * The energy of one device since the agent began to meter it.
 *
 * @param joules never falls: see {@link MeteredEnergy}
 * @param errorJoules standard error of what is final of it
 * @param seconds length of the final windows, by quality
 */
public record DeviceEnergy(double joules, double errorJoules, Map<Quality, Double> seconds) {
  public DeviceEnergy {
    seconds = Map.copyOf(seconds);
  }
}
