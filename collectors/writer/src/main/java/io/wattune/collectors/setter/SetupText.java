package io.wattune.collectors.setter;

import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.tunable.TunableUnit;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A node's setup as lines of words with blanks between, so that whoever may set needs no JSON. What
 * has blanks, or is empty, is written as in a URL:
 *
 * <pre>
 * wattune-setup 1
 * node n17 /etc/wattune /var/lib/wattune/node 2000
 * tuning true 30 true false 1000 0
 * device GPU-5c0f nvidia index=0
 * control * core.clock 300 1410 MEGAHERTZ
 * </pre>
 */
public final class SetupText {
  private static final String HEAD = "wattune-setup 1";
  private static final String NOTHING = "-";

  private SetupText() {}

  /** The lines. */
  public static String write(NodeSetup setup) {
    List<String> lines = new ArrayList<>();
    lines.add(HEAD);
    lines.add(
        line(
            "node",
            setup.node(),
            setup.fileFolder().toAbsolutePath(),
            setup.folder().path().toAbsolutePath(),
            setup.hangMillis()));
    TuningRules tuning = setup.tuning();
    lines.add(
        line(
            "tuning",
            tuning.isOn(),
            tuning.longestLeaseSeconds(),
            tuning.requiresGuardian(),
            tuning.isShadow(),
            tuning.outside().lookMillis(),
            tuning.outside().reasserts()));
    for (DeviceConfig each : setup.devices()) {
      String settings =
          each.settings().entrySet().stream()
              .map(setting -> " " + word(setting.getKey()) + "=" + word(setting.getValue()))
              .sorted()
              .collect(Collectors.joining());
      lines.add(line("device", each.uuid(), each.kind()) + settings);
    }
    for (ControlBounds each : tuning.controls()) {
      lines.add(
          line(
              "control",
              each.device(),
              each.tunable(),
              each.lowest(),
              each.highest(),
              each.unit() == null ? NOTHING : each.unit()));
    }
    return String.join("\n", lines) + "\n";
  }

  /**
   * The setup in a file that only its owner may change.
   *
   * @throws IllegalArgumentException also where others may change it
   */
  static NodeSetup read(Path file) throws IOException {
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
    if (rights.contains(PosixFilePermission.GROUP_WRITE)
        || rights.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IllegalArgumentException("others may change it; run: chmod go-w " + file);
    }
    return read(Files.readString(file));
  }

  /**
   * The setup.
   *
   * @throws IllegalArgumentException where a line is not understood: which one, and why
   */
  public static NodeSetup read(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() < 3 || !lines.get(0).equals(HEAD)) {
      throw new IllegalArgumentException("the first line must be '" + HEAD + "'");
    }
    String[] node = words(lines, 1, "node", 5);
    String[] tuning = words(lines, 2, "tuning", 7);
    List<DeviceConfig> devices = new ArrayList<>();
    List<ControlBounds> controls = new ArrayList<>();
    for (int i = 3; i < lines.size(); i++) {
      if (lines.get(i).startsWith("device ")) {
        devices.add(device(words(lines, i, "device", 3)));
      } else {
        controls.add(control(words(lines, i, "control", 6)));
      }
    }
    return new NodeSetup(
        node[1],
        Path.of(node[2]),
        new NodeFolder(Path.of(node[3])),
        devices,
        Integer.parseInt(node[4]),
        new TuningRules(
            flag(tuning[1]),
            Integer.parseInt(tuning[2]),
            flag(tuning[3]),
            controls,
            flag(tuning[4]),
            new OutsideConfig(Integer.parseInt(tuning[5]), Integer.parseInt(tuning[6]))));
  }

  private static DeviceConfig device(String[] words) {
    Map<String, String> settings = new HashMap<>();
    for (String each : Arrays.asList(words).subList(3, words.length)) {
      int equals = each.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("a device's setting must be NAME=VALUE, was " + each);
      }
      settings.put(plain(each.substring(0, equals)), plain(each.substring(equals + 1)));
    }
    return new DeviceConfig(words[1], words[2], settings);
  }

  private static ControlBounds control(String[] words) {
    return new ControlBounds(
        words[1],
        words[2],
        Long.parseLong(words[3]),
        Long.parseLong(words[4]),
        words[5].equals(NOTHING) ? null : TunableUnit.valueOf(words[5]));
  }

  private static boolean flag(String word) {
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("must be true or false, was " + word);
    };
  }

  /** The words of a line, the settings of a device still as they are written. */
  private static String[] words(List<String> lines, int number, String first, int least) {
    String[] words = lines.get(number).split(" ", -1);
    boolean isLong = first.equals("device");
    if (!words[0].equals(first) || words.length < least || (!isLong && words.length > least)) {
      throw new IllegalArgumentException(
          "line " + (number + 1) + " must be '" + first + "' and " + (least - 1) + " words");
    }
    for (int i = 0; i < least; i++) {
      words[i] = plain(words[i]);
    }
    return words;
  }

  private static String line(String first, Object... words) {
    return first
        + Arrays.stream(words)
            .map(word -> " " + word(word.toString()))
            .collect(Collectors.joining());
  }

  private static String word(String plain) {
    return plain.isEmpty()
        ? "%"
        : URLEncoder.encode(plain, StandardCharsets.UTF_8).replace("%2F", "/");
  }

  private static String plain(String word) {
    return word.equals("%") ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8);
  }
}
