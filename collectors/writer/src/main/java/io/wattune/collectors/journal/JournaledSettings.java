package io.wattune.collectors.journal;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.JournaledOwnSettings;
import io.wattune.collectors.setup.NodeFolder;
import java.io.IOException;
import java.util.OptionalLong;

/** Own settings as the writer's journal has them, where there is one. */
public final class JournaledSettings implements JournaledOwnSettings {
  private final JournalFiles journal;

  private JournaledSettings(JournalFiles journal) {
    this.journal = journal;
  }

  /** Those of a node. */
  public static JournaledSettings of(NodeFolder node) {
    return new JournaledSettings(new JournalFiles(node));
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
