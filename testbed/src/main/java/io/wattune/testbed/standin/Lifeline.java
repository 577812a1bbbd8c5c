package io.wattune.testbed.standin;

import java.io.IOException;

/** Ends this process when its standard input does: when whoever started it is gone. */
final class Lifeline {
  private Lifeline() {}

  /** Watches from now on. */
  static void endWithStandardInput() {
    var watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is expected to come.
                }
              } catch (IOException e) {
                // It is gone, too.
              }
              Runtime.getRuntime().halt(0);
            },
            "lifeline");
    watch.setDaemon(true);
    watch.start();
  }
}
