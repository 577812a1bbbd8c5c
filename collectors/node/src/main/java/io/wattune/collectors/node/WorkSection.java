package io.wattune.collectors.node;

import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.spelling.Spelling;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The servers of a node's file whose work is read. */
final class WorkSection {
  private static final URI NOWHERE = URI.create("http://127.0.0.1/");

  private WorkSection() {}

  static List<ServerConfig> read(List<StrictObject> entries, List<DeviceConfig> devices) {
    List<ServerConfig> servers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (StrictObject each : entries) {
      String name = each.text(NodeKey.WORK_NAME);
      if (!name.isEmpty() && !names.add(name)) {
        each.problem(NodeKey.WORK_NAME, "stands twice: '" + name + "'");
      }
      servers.add(
          new ServerConfig(
              name,
              url(each),
              metric(each),
              each.has(NodeKey.WORK_PRESET)
                  ? ServerPreset.of(each.text(NodeKey.WORK_PRESET)).orElse(null)
                  : null,
              each.texts(NodeKey.WORK_LABELS),
              devices(each, devices),
              share(each),
              (int) each.number(NodeKey.WORK_PERIOD)));
    }
    return servers;
  }

  private static URI url(StrictObject object) {
    String text = object.text(NodeKey.WORK_URL);
    try {
      URI uri = URI.create(text);
      boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isWeb && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    if (!text.isEmpty()) {
      object.problem(
          NodeKey.WORK_URL,
          "must be an address such as http://127.0.0.1:8000/metrics, was '" + text + "'");
    }
    return NOWHERE;
  }

  private static String metric(StrictObject object) {
    if (object.has(NodeKey.WORK_PRESET) == object.has(NodeKey.WORK_METRIC)) {
      object.problem(
          NodeKey.WORK_METRIC,
          "or preset is needed, and not both: preset is one of " + ServerPreset.labels());
    }
    if (!object.has(NodeKey.WORK_PRESET)) {
      return object.has(NodeKey.WORK_METRIC) ? object.text(NodeKey.WORK_METRIC) : "";
    }
    String label = object.text(NodeKey.WORK_PRESET);
    ServerPreset preset = ServerPreset.of(label).orElse(null);
    if (preset == null) {
      object.problem(
          NodeKey.WORK_PRESET,
          ("must be one of %s, was '%s'; did you mean '%s'? Any other metric can be named "
                  + "by 'metric'")
              .formatted(
                  ServerPreset.labels(), label, Spelling.nearest(label, ServerPreset.labels())));
      return "";
    }
    return preset.metric();
  }

  private static @Nullable DeviceShare share(StrictObject object) {
    if (!object.has(NodeKey.WORK_SHARE)) {
      return null;
    }
    try {
      return new DeviceShare(object.text(NodeKey.WORK_SHARE));
    } catch (IllegalArgumentException e) {
      object.problem(NodeKey.WORK_SHARE, "cannot be so: " + e.getMessage());
      return null;
    }
  }

  private static List<String> devices(StrictObject object, List<DeviceConfig> devices) {
    List<String> named = object.textList(NodeKey.WORK_DEVICES);
    List<String> known = devices.stream().map(DeviceConfig::uuid).toList();
    for (String uuid : named) {
      if (!known.isEmpty() && !known.contains(uuid)) {
        object.problem(
            NodeKey.WORK_DEVICES,
            "names '%s', which is no device of this file; did you mean '%s'?"
                .formatted(uuid, Spelling.nearest(uuid, known)));
      }
    }
    return named;
  }
}
