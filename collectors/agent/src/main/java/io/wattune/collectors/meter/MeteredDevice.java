package io.wattune.collectors.meter;

import io.wattune.core.counter.CounterValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One device as its meter shows it.
 *
 * @param device device id
 * @param model as its driver says it; empty where nothing has named it
 * @param power the newest sample; null before the first one
 * @param energy since the agent began; null before the first second is over
 * @param counters the newest value of each counter that is no increase, by its name
 * @param userJoules energy of jobs that have ended, by user; {@link MeteredEnergy#NOBODY} is what
 *     no job took
 * @param jobs the last jobs that have ended, the newest last
 */
public record MeteredDevice(
    String device,
    String model,
    @Nullable DevicePower power,
    @Nullable DeviceEnergy energy,
    Map<String, CounterValue> counters,
    Map<String, Double> userJoules,
    List<MeteredJob> jobs) {
  public MeteredDevice {
    counters = Map.copyOf(counters);
    userJoules = Map.copyOf(userJoules);
    jobs = List.copyOf(jobs);
  }
}
