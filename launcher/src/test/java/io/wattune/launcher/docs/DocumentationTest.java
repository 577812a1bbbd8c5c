package io.wattune.launcher.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that are written by hand: each is found, and what they point at is there. */
class DocumentationTest {
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+(?:[A-Z]\\w*)?)`");

  private static final Pattern ARTIFACT =
      Pattern.compile("(?s)</parent>.*?<artifactId>(.*?)</artifactId>");
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
  private static final Pattern OURS =
      Pattern.compile("<groupId>io.wattune</groupId><artifactId>(.*?)</artifactId>");
  private static final Pattern DEPENDS = Pattern.compile("\\*\\*Depends on\\*\\*: ([^.;]*)");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  /** Folders that hold nothing that is written by hand, or nothing of ours. */
  private static final Set<String> LEFT_OUT = Set.of("target", ".git", "node_modules", "report");

  private final Path root = Repository.root();

  @Test
  void everyPageIsInTheIndex() throws IOException {
    String index = Files.readString(root.resolve("docs/README.md"));
    List<String> pages =
        pages().stream()
            .map(page -> root.relativize(page).toString())
            .filter(page -> page.startsWith("docs/") && !page.startsWith("docs/decisions/"))
            .filter(page -> !page.equals("docs/README.md"))
            .map(page -> page.substring("docs/".length()))
            .toList();

    assertThat(pages).hasSizeGreaterThan(20);
    assertThat(pages)
        .allSatisfy(page -> assertThat(index).as("docs/README.md").contains("(" + page + ")"));
  }

  @Test
  void everyLinkLeadsToAPageAndToAHeadingOfIt() throws IOException {
    Map<Path, Set<String>> headings = new HashMap<>();
    List<String> broken = new ArrayList<>();
    int found = 0;
    for (Path page : pages()) {
      String text = text(page).replaceAll("`[^`\n]*`", "");
      Matcher links = LINK.matcher(text);
      while (links.find()) {
        String link = links.group(1);
        if (link.contains("://")) {
          continue;
        }
        found++;
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target =
            file.isEmpty() ? page : page.resolveSibling(file).normalize().toAbsolutePath();
        if (!Files.exists(target)) {
          broken.add(root.relativize(page) + " links " + link + ", which is not there");
        } else if (hash >= 0 && target.toString().endsWith(".md")) {
          if (!headings.containsKey(target)) {
            headings.put(target, headings(target));
          }
          if (!headings.get(target).contains(link.substring(hash + 1))) {
            broken.add(root.relativize(page) + " links " + link + ", a heading that is not there");
          }
        }
      }
    }

    assertThat(found).isGreaterThan(100);
    assertThat(broken).isEmpty();
  }

  @Test
  void everyClassThatTheDoorsNameExists() throws IOException {
    Set<String> types = types();
    for (String page : List.of("CONTRIBUTING.md", "docs/architecture.md")) {
      Set<String> named = named(root.resolve(page));
      assertThat(named).as(page).hasSizeGreaterThan(10);
      assertThat(types).as("classes that %s names", page).containsAll(named);
    }
  }

  @Test
  void everyModuleHasADoor() throws IOException {
    Set<String> types = types();
    for (Path module : modules()) {
      Path page = module.resolve("README.md");
      assertThat(page).exists();
      assertThat(types).as("classes that %s names", page).containsAll(named(page));
    }
  }

  /** What tests alone need is left out. */
  @Test
  void everyDoorSaysOnWhatItsModuleDepends() throws IOException {
    Map<String, String> names = new HashMap<>();
    for (Path module : modules()) {
      String name = root.relativize(module).toString().replace("collectors/", "");
      names.put(found(ARTIFACT, Files.readString(module.resolve("pom.xml"))).get(0), name);
    }
    for (Path module : modules()) {
      String line = found(DEPENDS, Files.readString(module.resolve("README.md"))).get(0);
      if (!line.startsWith("all modules")) {
        String pom = Files.readString(module.resolve("pom.xml"));
        assertThat(Set.copyOf(found(NAME, line)))
            .as("what %s says after 'Depends on', and its pom.xml", module)
            .isEqualTo(
                found(DEPENDENCY, pom).stream()
                    .filter(each -> !each.contains("<scope>test</scope>"))
                    .flatMap(each -> found(OURS, each).stream())
                    .map(names::get)
                    .collect(Collectors.toSet()));
      }
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(each -> each.group(1)).toList();
  }

  private List<Path> modules() throws IOException {
    try (Stream<Path> files = Files.walk(root, 3)) {
      List<Path> modules =
          files
              .filter(file -> file.endsWith("pom.xml"))
              .map(Path::getParent)
              .filter(folder -> Files.exists(folder.resolve("src")))
              .toList();
      assertThat(modules).hasSizeGreaterThan(10);
      return modules;
    }
  }

  private Set<String> types() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toSet());
    }
  }

  private static Set<String> named(Path page) throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher names = TYPE.matcher(text(page));
    while (names.find()) {
      named.add(names.group(1));
    }
    return named;
  }

  private List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    collect(root, pages);
    return pages;
  }

  private static void collect(Path folder, List<Path> pages) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      for (Path child : children.sorted().toList()) {
        String name = child.getFileName().toString();
        if (Files.isDirectory(child)) {
          if (!LEFT_OUT.contains(name)) {
            collect(child, pages);
          }
        } else if (name.endsWith(".md")) {
          pages.add(child);
        }
      }
    }
  }

  private static String text(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  /** As GitHub makes them: lower case, no punctuation, a hyphen for each space. */
  private static Set<String> headings(Path page) throws IOException {
    Set<String> found = new TreeSet<>();
    Matcher headings = HEADING.matcher(text(page));
    while (headings.find()) {
      found.add(
          headings
              .group(1)
              .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
              .strip()
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\w\\- ]", "")
              .replace(' ', '-'));
    }
    return found;
  }
}
