package io.wattune.launcher.node;

import io.wattune.collectors.agent.JournaledOwnSettings;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.journal.BrokenJournalException;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.node.NodeConfig;
import java.io.IOException;
import java.util.OptionalLong;

/** Own settings as the writer's journal has them, where there is one. */
public final class JournaledSettings implements JournaledOwnSettings {
  private final JournalFiles journal;

  private JournaledSettings(JournalFiles journal) {
    this.journal = journal;
  }

  /** Those of a node. */
  public static JournaledSettings of(NodeConfig node) {
    return new JournaledSettings(new JournalFiles(node.folder()));
  }

  @Override
  public OptionalLong ownValue(String device, String tunable) throws DeviceException {
    try {
      return journal.read().map(kept -> kept.value(device, tunable)).orElseGet(OptionalLong::empty);
    } catch (BrokenJournalException | IOException e) {
      throw new DeviceException(
          "own settings of device '" + device + "' cannot be read: " + e.getMessage(), e);
    }
  }
}
