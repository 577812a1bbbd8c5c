package io.wattune.core.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The page docs/policies.md, which has a drawing and a table of transitions of each policy. */
final class PolicyPage {
  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final String REFUSED = "a setting is refused";

  private PolicyPage() {}

  /** The lines of a policy's section. */
  static List<String> section(String policy) {
    List<String> lines = lines(MODULE.resolveSibling("docs/policies.md"));
    int start = lines.indexOf("## " + policy);
    if (start < 0) {
      throw new AssertionError("docs/policies.md has no section '" + policy + "'");
    }
    List<String> section = new ArrayList<>();
    for (String line : lines.subList(start + 1, lines.size())) {
      if (line.startsWith("## ")) {
        break;
      }
      section.add(line);
    }
    return section;
  }

  /** The drawing of a policy, as it stands on the page. */
  static String drawing(String policy) {
    List<String> section = section(policy);
    List<String> drawing = section.subList(section.indexOf("```") + 1, section.size());
    return block(drawing.subList(0, drawing.indexOf("```")));
  }

  /** The first drawing in the Javadoc of a policy's class. */
  static String drawingOf(Class<?> type) {
    List<String> lines =
        lines(MODULE.resolve("src/main/java/" + type.getName().replace('.', '/') + ".java"));
    List<String> drawing = new ArrayList<>();
    for (String line : lines.subList(lines.indexOf(" * <pre>") + 1, lines.indexOf(" * </pre>"))) {
      drawing.add(line.substring(" *".length()));
    }
    return block(drawing);
  }

  /** Without the indent that all lines share. */
  private static String block(List<String> lines) {
    return String.join("\n", lines).stripIndent().stripTrailing();
  }

  /** The transitions of a policy, {@code FROM TO}. */
  static Set<String> edges(String policy, boolean withRefusals) {
    Set<String> edges = new TreeSet<>();
    for (String line : section(policy)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 5 && cells[1].strip().matches("[A-Z_]+")) {
        if (withRefusals || !cells[3].strip().equals(REFUSED)) {
          for (String to : cells[2].split(",", -1)) {
            edges.add(cells[1].strip() + " " + to.strip());
          }
        }
      }
    }
    return edges;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
