package io.wattune.collectors.nvml;

/** Work for a GPU that can be stopped and let go again. */
interface GpuLoad extends AutoCloseable {

  /** No work: only what others do on the GPU is seen. */
  GpuLoad NONE =
      new GpuLoad() {
        @Override
        public String says() {
          return "";
        }

        @Override
        public void work(boolean on) {}

        @Override
        public void close() {}
      };

  /** What it is, in one line; empty for no work at all. */
  String says();

  /** Lets it work, or stops it; returns at once, so that polls go on meanwhile. */
  void work(boolean on);

  @Override
  void close();
}
