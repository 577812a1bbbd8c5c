package io.wattune.testbed.standin;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How a device runs while nothing about it changes.
 *
 * @param core megahertz
 * @param memory megahertz
 * @param watts what it takes
 * @param programs how many share it
 * @param rate of its work, of the rate at the highest clocks; the mean of its programs'
 * @param pipes share of time that its arithmetic is busy
 * @param dram share of the memory's bandwidth at this clock that is used
 * @param reasons why the core clock is not higher, as bits of nvml.h
 */
record CardState(
    int core,
    int memory,
    double watts,
    int programs,
    double rate,
    double pipes,
    double dram,
    long reasons) {
  static final long IDLE = 0x1;
  static final long POWER_CAP = 0x4;

  /**
   * Of a device with some work.
   *
   * @param registers what is in force
   * @param mixes of the programs that run; each has an equal share of the time
   * @param keepsClocks whether it stays at its clocks where nothing runs
   */
  static CardState of(
      CardModel model, Registers registers, List<CardModel.Mix> mixes, boolean keepsClocks) {
    int ceiling = ceiling(model.coreMegahertz(), registers.coreCeiling());
    int memory = ceiling(model.memoryMegahertz(), registers.memoryCeiling());
    if (mixes.isEmpty()) {
      return keepsClocks
          ? new CardState(ceiling, memory, model.activeIdleWatts(ceiling, memory), 0, 0, 0, 0, IDLE)
          : new CardState(
              model.coreMegahertz().get(0), memory, model.restWatts(), 0, 0, 0, 0, IDLE);
    }
    var mean =
        new CardModel.Mix(mean(mixes, CardModel.Mix::compute), mean(mixes, CardModel.Mix::memory));
    int core = model.cappedCore(mean, ceiling, memory, registers.limitMilliwatts());
    List<CardModel.Point> points =
        mixes.stream().map(mix -> model.busy(mix, core, memory)).toList();
    return new CardState(
        core,
        memory,
        mean(points, CardModel.Point::watts),
        mixes.size(),
        mean(points, CardModel.Point::rate),
        mean(points, CardModel.Point::pipes),
        mean(points, CardModel.Point::dram),
        core < ceiling ? POWER_CAP : 0);
  }

  private static int ceiling(List<Integer> clocks, long register) {
    return CardModel.atOrBelow(clocks, register == 0 ? Long.MAX_VALUE : register);
  }

  private static <T> double mean(List<T> of, ToDoubleFunction<T> value) {
    return of.stream().mapToDouble(value).average().orElse(0);
  }
}
