package io.wattune.collectors.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The own settings of a node's controls.
 *
 * @param node the node
 * @param values at most one for each control
 */
public record Journal(String node, List<OwnValue> values) {

  public Journal {
    values = List.copyOf(values);
  }

  /** The own value of a control, if it stands here. */
  public OptionalLong value(String device, String tunable) {
    return values.stream()
        .filter(own -> own.device().equals(device) && own.tunable().equals(tunable))
        .mapToLong(OwnValue::value)
        .findFirst();
  }

  /** What stands here of one device. */
  public List<OwnValue> of(String device) {
    return values.stream().filter(own -> own.device().equals(device)).toList();
  }

  /** With more values; one that stands here already stays as it is, since it is the older. */
  Journal with(List<OwnValue> more) {
    Map<String, OwnValue> merged = new LinkedHashMap<>();
    for (List<OwnValue> each : List.of(values, more)) {
      each.forEach(own -> merged.putIfAbsent(own.device() + "\t" + own.tunable(), own));
    }
    return new Journal(node, List.copyOf(merged.values()));
  }
}
