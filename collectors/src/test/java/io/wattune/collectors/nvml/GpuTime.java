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
          for (long left = nanos - nanos(); left > 0; left = nanos - nanos()) {
            LockSupport.parkNanos(left);
          }
        }
      };

  long nanos();

  /** Returns at this time, or at once where it has passed. */
  void await(long nanos);
}
