package io.wattune.collectors.nvml;

import java.util.concurrent.locks.LockSupport;

/** The clock of what measures a GPU: the machine's, or a test's, which need not wait. */
interface GpuTime {
  GpuTime MACHINE =
      new GpuTime() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void await(long nanos) {
          long left = nanos - nanos();
          while (left > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(left);
            left = nanos - nanos();
          }
        }
      };

  long nanos();

  /** Returns at this time, or at once where it has passed or the thread is interrupted. */
  void await(long nanos);
}
