package io.wattune.collectors.counters;

import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.kinds.DeviceKinds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sources of counters that can be opened, by name. Immutable, for any thread. */
public final class CounterPlugins {
  private final TreeMap<String, CounterPlugin> plugins = new TreeMap<>();
  private final List<String> problems;

  private CounterPlugins(Collection<CounterPlugin> plugins, List<String> problems) {
    this.problems = problems;
    for (CounterPlugin plugin : plugins) {
      if (this.plugins.put(plugin.name(), plugin) != null) {
        throw new IllegalArgumentException(
            "two sources of counters are named '" + plugin.name() + "'; remove one's jar");
      }
    }
  }

  /**
   * Those of the kinds that count, and those of jars beside Wattune. A source that is a kind, too,
   * shares with its devices what both read.
   */
  public static CounterPlugins of(DeviceKinds kinds) {
    List<CounterPlugin> all = new ArrayList<>(kinds.counterPlugins());
    PluginJars jars = PluginJars.load();
    all.addAll(jars.plugins());
    return new CounterPlugins(all, jars.problems());
  }

  /** Begins to count on a device. */
  public DeviceCounters open(String plugin, DeviceSettings settings) throws DeviceException {
    CounterPlugin found = plugins.get(plugin);
    if (found == null) {
      throw DeviceException.ofTheFile(
          "'%s' is no source of counters; known are %s".formatted(plugin, plugins.keySet())
              + problems.stream().map(problem -> "; " + problem).collect(Collectors.joining()));
    }
    return found.openCounters(settings);
  }
}
