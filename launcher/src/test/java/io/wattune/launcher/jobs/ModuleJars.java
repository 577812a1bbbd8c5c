package io.wattune.launcher.jobs;

import static org.assertj.core.api.Assumptions.assumeThat;

/** What is submitted to a cluster: the jars of all modules. */
final class ModuleJars {
  private ModuleJars() {}

  /** Skips a test where there are none. */
  static void assumeMade() {
    assumeThat(System.getProperty("java.class.path"))
        .as("jars of all modules, which 'verify' makes and 'test' does not")
        .containsPattern("wattune-streams-[^:;]*\\.jar");
  }
}
