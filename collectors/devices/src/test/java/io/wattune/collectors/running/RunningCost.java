package io.wattune.collectors.running;

import io.wattune.core.ledger.Activity;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a look costs; by hand. Prints nanoseconds and bytes a look, unchanged and changed. */
final class RunningCost {
  private static final int LOOKS = 200_000;

  private RunningCost() {}

  public static void main(String[] args) throws Exception {
    Path file = Files.createTempDirectory("wt").resolve("agent/running");
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    try (var report = RunningReport.start(file, System.out::println)) {
      long[] now = {System.nanoTime()};
      var watch = new RunningWatch(file, () -> now[0], Runnable::run);
      for (int g = 0; g < 8; g++) {
        report.seen(RunningKernelsTest.started("n1/GPU-0000-" + g, "a", "some kernel's name " + g));
      }
      for (int round = 0; round < 5; round++) {
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long began = System.nanoTime();
        for (int i = 0; i < LOOKS; i++) {
          now[0] += 5_000_000;
          watch.on("n1/GPU-0000-3");
        }
        long took = System.nanoTime() - began;
        System.out.printf(
            "look: %d ns, %d bytes%n",
            took / LOOKS, (threads.getCurrentThreadAllocatedBytes() - bytes) / LOOKS);
      }
      long began = System.nanoTime();
      long cpu = 0;
      int changes = 20_000;
      for (int i = 0; i < changes; i++) {
        Activity one = RunningKernelsTest.started("n1/GPU-0000-3", "k" + i, "kernel " + i);
        report.seen(RunningKernelsTest.ended("n1/GPU-0000-3", i == 0 ? "a" : "k" + (i - 1), "x"));
        report.seen(one);
      }
      cpu = System.nanoTime() - began;
      System.out.printf("report: %d ns a change for the caller%n", cpu / changes / 2);
    }
  }
}
