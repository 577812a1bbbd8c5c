package io.wattune.report.progress;

/** How far a command is. Called from one thread. */
public interface Progress extends AutoCloseable {

  /** Reports nothing. */
  Progress NONE =
      new Progress() {
        @Override
        public void begin(String phase, long steps) {}

        @Override
        public void reached(long step) {}

        @Override
        public void close() {}
      };

  /**
   * A new phase begins, and the one before is over.
   *
   * @param phase its name, one word
   * @param steps how many steps it has; -1 when that is not known
   */
  void begin(String phase, long steps);

  /** So many steps of the phase are done. */
  void reached(long step);

  @Override
  void close();
}
