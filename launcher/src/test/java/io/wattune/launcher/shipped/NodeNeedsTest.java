package io.wattune.launcher.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.dcgm.DcgmKind;
import io.wattune.collectors.files.FilesKind;
import io.wattune.collectors.nodepower.IpmiKind;
import io.wattune.collectors.nodepower.RedfishKind;
import io.wattune.collectors.setter.RestorerProcess;
import io.wattune.collectors.setter.SetterProcess;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.acls.AclsCommand;
import io.wattune.launcher.config.ConfigCommand;
import io.wattune.launcher.control.HoldCommand;
import io.wattune.launcher.control.ReleaseCommand;
import io.wattune.launcher.control.SetCommand;
import io.wattune.launcher.control.StatusCommand;
import io.wattune.launcher.doctor.DoctorCommand;
import io.wattune.launcher.keys.KeysCommand;
import io.wattune.launcher.node.AgentCommand;
import io.wattune.launcher.node.GuardianCommand;
import io.wattune.launcher.node.NodeClassPath;
import io.wattune.launcher.node.RestoreCommand;
import io.wattune.launcher.node.SetupCommand;
import io.wattune.launcher.node.WriterCommand;
import io.wattune.launcher.replay.ReplayCommand;
import io.wattune.launcher.run.RunCommand;
import io.wattune.testbed.gpu.DataFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The class paths of a node and of its setter, as {@code deploy/pack} writes them, are held against
 * what their programs need: each class of ours that they reach by names in class files, whether a
 * test runs through it or not.
 */
class NodeNeedsTest {
  private static final String ROOT = name(WattuneCommand.class);

  /** What runs on a node, by the root command. */
  private static final Set<String> COMMANDS =
      names(
          WattuneCommand.class,
          AgentCommand.class,
          WriterCommand.class,
          GuardianCommand.class,
          RestoreCommand.class,
          SetupCommand.class,
          RunCommand.class,
          DoctorCommand.class,
          KeysCommand.class,
          StatusCommand.class,
          HoldCommand.class,
          SetCommand.class,
          ReleaseCommand.class,
          AclsCommand.class,
          ConfigCommand.class);

  private static final Set<String> SETTER = names(SetterProcess.class, RestorerProcess.class);

  /** What the list of all kinds names, and the reader's face of one; the setter opens neither. */
  private static final Set<String> READERS =
      names(FilesKind.class, RedfishKind.class, IpmiKind.class, DcgmKind.class, DataFiles.class);

  /** Avro's codecs of files of its own: nothing of ours asks for them. */
  private static final Set<String> NOT_OURS =
      Set.of("org/apache/avro/file/BZip2Codec", "org/apache/avro/file/XZCodec");

  private final Map<String, Boolean> jdks = new HashMap<>();

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static Set<String> names(Class<?>... types) {
    return Set.copyOf(Stream.of(types).map(NodeNeedsTest::name).toList());
  }

  @Test
  void commandsOfANodeFindAllThatTheyReach() throws IOException {
    List<Path> node = NodeClassPath.onNodes(ShippedClasses.places());

    assertThat(missing(node, COMMANDS, Set.of(), 500)).isEmpty();
  }

  @Test
  void theSetterFindsAllThatItReaches() throws IOException {
    List<Path> setter = NodeClassPath.inTheSetter(ShippedClasses.places());

    assertThat(missing(setter, SETTER, READERS, 50)).isEmpty();
  }

  /** That the two above can fail: what is left out on nodes is what a replay needs. */
  @Test
  void aReplayFindsTooLittleThere() throws IOException {
    List<Path> node = NodeClassPath.onNodes(ShippedClasses.places());

    assertThat(missing(node, names(ReplayCommand.class), Set.of(), 10))
        .anyMatch(each -> each.contains(" needs io/wattune/replay/"));
  }

  /**
   * A library's class may name what it needs for a use that is not ours, which decision 0051 looks
   * at; here it must not be there for the whole and be absent on nodes.
   */
  @Test
  void noLibraryOfANodeNeedsWhatIsLeftOutThere() throws IOException {
    List<Path> node = NodeClassPath.onNodes(ShippedClasses.places());
    Set<String> leftOut = ShippedClasses.names(ShippedClasses.places());
    leftOut.removeAll(ShippedClasses.names(node));
    assertThat(leftOut).contains("org/apache/flink/configuration/Configuration");
    Set<String> missing = new TreeSet<>();
    for (Path place : node.stream().filter(each -> !ShippedClasses.isOurs(each)).toList()) {
      ShippedClasses.visit(
          place,
          (name, file) -> {
            for (String named : NamedClasses.of(Files.readAllBytes(file))) {
              if (leftOut.contains(named) && !NOT_OURS.contains(name)) {
                missing.add(place.getFileName() + ": " + name + " needs " + named);
              }
            }
          });
    }

    assertThat(missing).isEmpty();
  }

  /** What classes of ours name that is nowhere on a class path, beginning with these. */
  private Set<String> missing(
      List<Path> places, Set<String> beginnings, Set<String> without, int atLeast)
      throws IOException {
    Map<String, Set<String>> ours = new HashMap<>();
    for (Path place : places.stream().filter(ShippedClasses::isOurs).toList()) {
      ShippedClasses.visit(
          place, (name, file) -> ours.put(name, NamedClasses.of(Files.readAllBytes(file))));
    }
    Set<String> known = ShippedClasses.names(places);
    Set<String> missing = new TreeSet<>();
    Set<String> reached = new HashSet<>(beginnings);
    Deque<String> next = new ArrayDeque<>(beginnings);
    while (!next.isEmpty()) {
      String name = next.removeFirst();
      for (String named : ours.getOrDefault(name, Set.of())) {
        // The root command names all others, and puts a stand-in where one cannot be loaded.
        if (without.contains(named) || (name.equals(ROOT) && named.endsWith("Command"))) {
          continue;
        }
        if (!known.contains(named) && !jdks.computeIfAbsent(named, ShippedClasses::isJdks)) {
          missing.add(name + " needs " + named);
        } else if (ours.containsKey(named) && reached.add(named)) {
          next.add(named);
        }
      }
    }
    assertThat(beginnings).isSubsetOf(ours.keySet());
    assertThat(reached).hasSizeGreaterThan(atLeast);
    return missing;
  }
}
