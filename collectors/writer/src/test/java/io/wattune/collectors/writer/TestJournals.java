package io.wattune.collectors.writer;

import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.journal.OwnValue;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.core.tunable.TunableUnit;
import java.util.ArrayList;
import java.util.List;

/** Journals as an earlier life would have left them. */
final class TestJournals {

  private TestJournals() {}

  static void write(NodeConfig config) throws Exception {
    List<OwnValue> own = new ArrayList<>();
    for (DeviceConfig device : config.devices()) {
      String id = config.deviceId(device);
      own.add(new OwnValue(id, FaultyKind.CORE.name(), TunableUnit.MEGAHERTZ, TestNode.OWN_CORE));
      own.add(
          new OwnValue(id, FaultyKind.MEMORY.name(), TunableUnit.MEGAHERTZ, TestNode.OWN_MEMORY));
    }
    JournalKeeper.open(new JournalFiles(config.folder()), config.node()).add(own);
  }
}
