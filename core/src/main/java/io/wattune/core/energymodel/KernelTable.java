package io.wattune.core.energymodel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Kernels with the rates of their counters and their measured power. Arrays are not copied and must
 * not be changed.
 *
 * @param kernels their names, each once
 * @param counters names of the columns, each once
 * @param rates for each kernel a value of each counter: accesses in a unit of time, or a level that
 *     has no time in it; finite, not negative
 * @param watts mean power while the kernel runs, above 0
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record KernelTable(
    List<String> kernels, List<String> counters, double[][] rates, double[] watts) {

  public KernelTable {
    kernels = List.copyOf(kernels);
    counters = List.copyOf(counters);
    if (new HashSet<>(kernels).size() != kernels.size()
        || new HashSet<>(counters).size() != counters.size()) {
      throw new IllegalArgumentException("kernels and counters must have names of their own");
    }
    if (rates.length != kernels.size() || watts.length != kernels.size()) {
      throw new IllegalArgumentException(
          "needs rates and watts of each of %s kernels, had %s and %s"
              .formatted(kernels.size(), rates.length, watts.length));
    }
    for (int i = 0; i < rates.length; i++) {
      if (rates[i].length != counters.size()) {
        throw new IllegalArgumentException(
            kernels.get(i) + " needs " + counters.size() + " rates, had " + rates[i].length);
      }
      for (int j = 0; j < rates[i].length; j++) {
        if (!(rates[i][j] >= 0) || !Double.isFinite(rates[i][j])) {
          throw new IllegalArgumentException(
              "%s of %s must be a number of at least 0, was %s"
                  .formatted(counters.get(j), kernels.get(i), rates[i][j]));
        }
      }
      if (!(watts[i] > 0) || !Double.isFinite(watts[i])) {
        throw new IllegalArgumentException(
            "power of " + kernels.get(i) + " must be above 0, was " + watts[i]);
      }
    }
  }

  /** The kernels of which something holds, by their index. */
  public KernelTable where(IntPredicate condition) {
    int[] which = IntStream.range(0, size()).filter(condition).toArray();
    double[][] someRates = new double[which.length][];
    double[] someWatts = new double[which.length];
    List<String> names = new ArrayList<>();
    for (int i = 0; i < which.length; i++) {
      someRates[i] = rates[which[i]];
      someWatts[i] = watts[which[i]];
      names.add(kernels.get(which[i]));
    }
    return new KernelTable(names, counters, someRates, someWatts);
  }

  /** How many kernels. */
  public int size() {
    return watts.length;
  }
}
