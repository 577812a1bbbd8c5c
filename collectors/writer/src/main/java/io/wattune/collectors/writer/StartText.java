package io.wattune.collectors.writer;

import io.wattune.collectors.journal.Journal;
import io.wattune.collectors.setup.NodeSetup;
import io.wattune.collectors.setup.TuningRules;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a writer says at its start of what its node's file lets it do, and what it does not. */
final class StartText {
  private static final Logger LOG = LoggerFactory.getLogger(StartText.class);

  private StartText() {}

  static void say(NodeSetup config, Journal journal) {
    String node = config.node();
    TuningRules tuning = config.tuning();
    if (!tuning.isOn()) {
      LOG.warn("node {}: tuning is off in the node's file; nothing is written", node);
    } else if (tuning.isShadow()) {
      LOG.warn("node {}: in shadow: what would be set is said, and nothing is written", node);
    } else if (!tuning.requiresGuardian()) {
      LOG.warn(
          "node {}: the node's file does not require a guardian: settings stay if this process is"
              + " killed while there is none",
          node);
    }
    for (String stranger : strangers(config, journal)) {
      LOG.error(
          "node {}: the journal has own settings of {}, which the node's file does not list; list"
              + " it again until they are restored",
          node,
          stranger);
    }
  }

  /** Devices of the journal that the node's file does not list. */
  private static Set<String> strangers(NodeSetup config, Journal journal) {
    Set<String> listed =
        config.devices().stream().map(config::deviceId).collect(Collectors.toSet());
    var strangers = new TreeSet<String>();
    journal.values().stream()
        .map(own -> own.device())
        .filter(device -> !listed.contains(device))
        .forEach(strangers::add);
    return strangers;
  }
}
