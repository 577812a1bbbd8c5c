package io.wattune.collectors.writer;

import io.wattune.collectors.journal.BrokenJournalException;
import io.wattune.collectors.journal.JournalFiles;
import io.wattune.collectors.journal.JournalKeeper;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.collectors.setup.NodeSetup;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Puts a node's own settings back by hand, where no writer runs. Needs no broker. */
public final class Restore {

  private Restore() {}

  /**
   * Restores from the journal, verifies, and removes the journal.
   *
   * @return how many controls were verified; 0 where there is no journal
   * @throws WriterException where a writer runs, the journal is broken, or a control does not have
   *     its own setting back: the journal stays then
   */
  public static int run(NodeSetup config, DeviceKinds kinds)
      throws WriterException, InterruptedException {
    NodeLock lock = WriterLock.take(config, Guardian.ROLE);
    ExecutorService threads =
        Executors.newCachedThreadPool(
            work -> {
              var thread = new Thread(work, "wattune-restore");
              thread.setDaemon(true);
              return thread;
            });
    var restorer = new JournalRestorer(config, kinds, threads);
    try {
      return run(config, restorer);
    } finally {
      restorer.close();
      threads.shutdown();
      WriterLock.giveBack(lock);
    }
  }

  private static int run(NodeSetup config, JournalRestorer restorer)
      throws WriterException, InterruptedException {
    var files = new JournalFiles(config.folder());
    try {
      JournalKeeper journal = JournalKeeper.open(files, config.node());
      int controls = journal.journal().values().size();
      List<String> troubles = controls == 0 ? List.of() : restorer.restore(journal);
      if (!troubles.isEmpty()) {
        throw new WriterException(
            "node '%s' is not restored, its journal stays: %s"
                .formatted(config.node(), String.join("; ", troubles)));
      }
      return controls;
    } catch (BrokenJournalException e) {
      throw new WriterException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new WriterException(
          "the state folder " + config.folder().path() + " cannot be used: " + e, e);
    }
  }
}
