package io.wattune.collectors.counters;

import io.wattune.collectors.device.CounterPlugin;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The sources of counters in jars beside Wattune. A jar that cannot be loaded is reported; it hides
 * no other one, and ends nothing.
 *
 * @param plugins those that were loaded
 * @param problems one sentence for each that was not
 */
record PluginJars(List<CounterPlugin> plugins, List<String> problems) {
  /** A loader that fails for ever is left alone. */
  private static final int MOST_PROBLEMS = 16;

  static PluginJars load() {
    List<CounterPlugin> plugins = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Iterator<CounterPlugin> jars = ServiceLoader.load(CounterPlugin.class).iterator();
    while (problems.size() < MOST_PROBLEMS) {
      try {
        if (!jars.hasNext()) {
          break;
        }
        plugins.add(jars.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        problems.add("a jar's source of counters cannot be loaded: " + e.getMessage());
      }
    }
    return new PluginJars(List.copyOf(plugins), List.copyOf(problems));
  }
}
