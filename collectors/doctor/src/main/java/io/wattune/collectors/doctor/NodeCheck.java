package io.wattune.collectors.doctor;

import io.wattune.collectors.device.Finding;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.ServerConfig;
import io.wattune.collectors.setup.NodeFolder;
import io.wattune.collectors.writer.NodeProcesses;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a node's file, folder, processes and broker are as they should be. */
public final class NodeCheck {
  private final NodeConfig node;
  private final List<Finding> findings = new ArrayList<>();

  private NodeCheck(NodeConfig node) {
    this.node = node;
  }

  public static List<Finding> findings(NodeConfig node, DeviceKinds kinds)
      throws InterruptedException {
    var check = new NodeCheck(node);
    check.folder();
    check.findings.addAll(MeterCheck.findings(node, kinds));
    if (node.tuning().isOn()) {
      check.processes();
      check.journal();
      check.findings.addAll(ControlsCheck.findings(node, kinds));
      check.work();
    } else {
      check.findings.add(Finding.note("tuning is off in the node's file: nothing is written"));
    }
    check.codes();
    check.findings.addAll(KafkaCertificateCheck.findings(node.kafka(), Instant.now()));
    check.findings.addAll(BrokerCheck.findings(node));
    return check.findings;
  }

  private void folder() {
    Path path = node.folder().path();
    Path there = path;
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (there != null && !Files.isDirectory(there)) {
      findings.add(
          Finding.broken(
              "the state folder " + path + " cannot be used: " + there + " is no folder",
              "remove that file, or name another stateFolder"));
      return;
    }
    if (there == null || !Files.isWritable(there)) {
      findings.add(
          Finding.broken(
              "the state folder " + path + " cannot be written",
              "make it, and give it to the user that runs the agent: "
                  + System.getProperty("user.name")));
      return;
    }
    findings.add(
        there.equals(path)
            ? Finding.ok("the state folder " + path + " can be written")
            : Finding.ok("the state folder " + path + " is not there yet, and can be made"));
    spool(node.folder().spool());
  }

  private void spool(Path spool) {
    if (!Files.isDirectory(spool)) {
      return;
    }
    try (Stream<Path> files = Files.list(spool)) {
      long bytes = files.mapToLong(NodeCheck::size).sum();
      findings.add(Finding.note("the spool holds " + bytes / 1_000_000 + " MB"));
    } catch (IOException e) {
      findings.add(
          Finding.broken(
              "the spool " + spool + " cannot be read: " + FailureWords.of(e),
              "let the agent's user read it"));
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0; // Sent, and removed meanwhile.
    }
  }

  private void processes() {
    NodeFolder folder = node.folder();
    try {
      findings.add(
          running(
              NodeProcesses.writer(folder),
              "no writer runs",
              "start it with: wattune writer NODE.json"));
      if (node.tuning().requiresGuardian()) {
        findings.add(
            running(
                NodeProcesses.guardian(folder),
                "no guardian runs, and the node's file requires one: nothing is written",
                "start it with: wattune guardian NODE.json"));
      }
    } catch (IOException e) {
      findings.add(
          Finding.broken(
              "the locks in " + folder.path() + " cannot be read: " + FailureWords.of(e),
              "run the doctor as the writer's user"));
    }
  }

  private static Finding running(
      Optional<NodeProcesses.RoleProcess> process, String otherwise, String remedy) {
    return process
        .map(each -> Finding.ok("a " + each.role() + " runs, process " + each.pid()))
        .orElseGet(() -> Finding.missing(otherwise, remedy));
  }

  private void journal() {
    try {
      boolean isThere = new JournalFiles(node.folder()).isThere();
      boolean isWritten = NodeProcesses.writer(node.folder()).isPresent();
      if (isThere && !isWritten) {
        findings.add(
            Finding.broken(
                "a journal of own settings is there and no writer: devices may not be at their own"
                    + " settings",
                "put them back with: wattune restore NODE.json"));
      }
    } catch (IOException e) {
      findings.add(
          Finding.broken(
              "the journal cannot be looked at: " + FailureWords.of(e),
              "run the doctor as the writer's user"));
    }
  }

  /** Without a work signal a device is measured and not tuned. */
  private void work() {
    if (node.activities().isOn()) {
      findings.add(Finding.ok("programs can report their work to " + node.activities().socket()));
    }
    if (!node.servers().isEmpty()) {
      findings.add(
          Finding.ok(
              "the work of servers is read: "
                  + node.servers().stream()
                      .map(ServerConfig::name)
                      .collect(Collectors.joining(", "))));
    }
    findings.add(
        node.activities().isOn() || !node.servers().isEmpty()
            ? Finding.note(
                "a device of which nothing reports work is measured, not tuned; docs/measuring.md,"
                    + " Work")
            : Finding.missing(
                "the node's file lets nothing report work: a device whose own counters do not is"
                    + " measured, not tuned",
                "turn activities on, or name a server under work; see docs/measuring.md, Work"));
  }

  /** A broker gives rights by topic, not by key. */
  private void codes() {
    findings.add(
        node.kafka().stampsRecords()
            ? Finding.ok("what this node sends has its code")
            : Finding.missing(
                "what this node sends has no code of the node: readers cannot know it from what"
                    + " another node sends in its name",
                "make a key with wattune keys node, and name it in the node's file; see"
                    + " docs/security.md, Which node a record is from"));
  }
}
