package io.wattune.collectors.counters;

import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.CounterPlugin;
import io.wattune.collectors.device.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the sources of counters in jars beside Wattune say that they give.
 *
 * @param plugins those that can be named in a node's file
 * @param findings about those that cannot
 */
public record FoundPlugins(List<Plugin> plugins, List<Finding> findings) {
  private static final String REMEDY = "remove or mend its jar";

  public FoundPlugins {
    plugins = List.copyOf(plugins);
    findings = List.copyOf(findings);
  }

  /**
   * One of them.
   *
   * @param name what a node's file calls it
   * @param offers what it gives, and what it cannot and why
   */
  public record Plugin(String name, List<CounterDescriptor> offers) {
    public Plugin {
      offers = List.copyOf(offers);
    }
  }

  /**
   * Asks all of them; opens none.
   *
   * @param taken names that Wattune's own sources have
   */
  public static FoundPlugins find(Set<String> taken) {
    PluginJars jars = PluginJars.load();
    List<Plugin> plugins = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    jars.problems().forEach(problem -> findings.add(Finding.broken(problem, REMEDY)));
    Set<String> names = new HashSet<>(taken);
    for (CounterPlugin each : jars.plugins()) {
      try {
        if (names.add(each.name())) {
          plugins.add(new Plugin(each.name(), each.offers()));
        } else {
          findings.add(
              Finding.broken("two sources of counters are named '" + each.name() + "'", REMEDY));
        }
      } catch (RuntimeException | LinkageError e) { // Others have written it.
        findings.add(
            Finding.broken(
                "a source of counters, " + each.getClass().getName() + ", fails: " + e, REMEDY));
      }
    }
    return new FoundPlugins(plugins, findings);
  }
}
