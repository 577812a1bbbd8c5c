package io.wattune.testbed.dagee;

import io.wattune.core.masktime.Dealing;
import io.wattune.core.masktime.Knee;
import io.wattune.core.masktime.MaskTime;
import io.wattune.testbed.server.KernelSensitivity;
import io.wattune.testbed.server.ServerKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Kernels, each with those that must end before it begins.
 *
 * @param tasks in an order in which they could run one after another
 */
record TaskGraph(List<Task> tasks) {
  /** Sizes of Chow 2023, section 2.5.1. */
  static final List<Integer> SIZES = List.of(4096, 8192, 16384, 32768);

  private static final double LAUNCH_SECONDS = 4e-6;

  /** 60 units of 64 lanes, a multiplication and an addition each, at 1725 MHz. */
  private static final double PEAK = 60 * 64 * 2 * 1.725e9;

  /** Part of it that a product of matrices without a library reaches. Assumed. */
  private static final double PRODUCT_PART = 0.3;

  /** Calibrated: with it Strassen's algorithm in sequence is 5.8 % faster (figure 2.8). */
  private static final double SUM_BYTES_PER_SECOND = 142e9;

  /** Units with which a sum is as fast as it gets: it waits for memory. Assumed. */
  private static final double SUM_UNITS = 20;

  /** The MI50's memory: 1024 GB/s. */
  private static final double SUM_MEMORY_SHARE = SUM_BYTES_PER_SECOND / 1024e9;

  private static final double PRODUCT_MEMORY_SHARE = 0.2;

  TaskGraph {
    tasks = List.copyOf(tasks);
    for (int i = 0; i < tasks.size(); i++) {
      for (int before : tasks.get(i).after()) {
        if (before >= i) {
          throw new IllegalArgumentException("task " + i + " stands before what it waits for");
        }
      }
    }
  }

  /**
   * A kernel.
   *
   * @param after indices of the tasks that must have ended
   * @param memoryShare part of the memory's bandwidth that it takes at full speed
   */
  record Task(String name, ServerKernel kernel, List<Integer> after, double memoryShare) {}

  /** One product of square matrices of singles. */
  static TaskGraph product(int size) {
    return new TaskGraph(List.of(product("C", size, List.of())));
  }

  private static Task product(String name, int size, List<Integer> after) {
    double seconds = 2.0 * size * size * size / (PEAK * PRODUCT_PART);
    var time =
        new MaskTime(LAUNCH_SECONDS, 0, 60 * seconds, 1 / 60.0, 0, Knee.SHARP, Dealing.EQUAL);
    return new Task(
        name, new ServerKernel(name, KernelSensitivity.HIGH, time), after, PRODUCT_MEMORY_SHARE);
  }

  private static Task sum(String name, int size, List<Integer> after) {
    double seconds = 3 * 4.0 * size * size / SUM_BYTES_PER_SECOND;
    var time =
        new MaskTime(
            LAUNCH_SECONDS, 0, SUM_UNITS * seconds, 1 / SUM_UNITS, 0, Knee.SHARP, Dealing.EQUAL);
    return new Task(
        name, new ServerKernel(name, KernelSensitivity.LOW, time), after, SUM_MEMORY_SHARE);
  }

  /** Winograd's form of Strassen's algorithm, one level: 7 products and 15 sums of quarters. */
  static TaskGraph strassen(int size) {
    var maker = new Maker(size / 2);
    maker.sum("S1");
    maker.sum("S2", "S1");
    maker.sum("S3");
    maker.sum("S4", "S2");
    maker.sum("T1");
    maker.sum("T2", "T1");
    maker.sum("T3");
    maker.sum("T4", "T2");
    maker.product("P1");
    maker.product("P2");
    maker.product("P3", "S4");
    maker.product("P4", "T4");
    maker.product("P5", "S1", "T1");
    maker.product("P6", "S2", "T2");
    maker.product("P7", "S3", "T3");
    maker.sum("U1", "P1", "P2");
    maker.sum("U2", "P1", "P6");
    maker.sum("U3", "U2", "P7");
    maker.sum("U4", "U2", "P5");
    maker.sum("U5", "U4", "P3");
    maker.sum("U6", "U3", "P4");
    maker.sum("U7", "U3", "P5");
    return new TaskGraph(maker.tasks);
  }

  private static final class Maker {
    private final int size;
    private final List<Task> tasks = new ArrayList<>();
    private final Map<String, Integer> indices = new TreeMap<>();

    Maker(int size) {
      this.size = size;
    }

    private List<Integer> after(String name, String... names) {
      List<Integer> after = new ArrayList<>();
      for (String each : names) {
        Integer index = indices.get(each);
        if (index == null) {
          throw new IllegalArgumentException(name + " waits for " + each + ", which is not there");
        }
        after.add(index);
      }
      indices.put(name, tasks.size());
      return List.copyOf(after);
    }

    void sum(String name, String... names) {
      tasks.add(TaskGraph.sum(name, size, after(name, names)));
    }

    void product(String name, String... names) {
      tasks.add(TaskGraph.product(name, size, after(name, names)));
    }
  }

  /**
   * Seconds from the beginning of each task to the end of the graph, if nothing waited for units.
   *
   * @param seconds of each task, from its last run
   */
  double[] remaining(double[] seconds) {
    double[] remaining = seconds.clone();
    for (int i = tasks.size() - 1; i >= 0; i--) {
      for (int before : tasks.get(i).after()) {
        remaining[before] = Math.max(remaining[before], seconds[before] + remaining[i]);
      }
    }
    return remaining;
  }
}
