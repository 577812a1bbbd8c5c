package io.wattune.collectors.journal;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writer's journal while it lives: what was found at its start, and what its devices add. A
 * value, once in, stays: it is the own setting until the journal is removed, or until somebody else
 * sets the control. Thread-safe.
 */
public final class JournalKeeper {
  private final @Nullable JournalFiles files;
  private Journal journal;

  private JournalKeeper(@Nullable JournalFiles files, Journal journal) {
    this.files = files;
    this.journal = journal;
  }

  /** Begins with the journal of an earlier life, if there is one. */
  public static JournalKeeper open(JournalFiles files, String node)
      throws IOException, BrokenJournalException {
    Journal journal = files.read().orElse(new Journal(node, List.of()));
    if (!journal.node().equals(node)) {
      throw new BrokenJournalException(
          "the journal of node '%s' belongs to node '%s': give each node a state folder of its own"
              .formatted(node, journal.node()));
    }
    return new JournalKeeper(files, journal);
  }

  /** A journal that is on no disk: for a writer that sets nothing. */
  public static JournalKeeper inMemory(String node) {
    return new JournalKeeper(null, new Journal(node, List.of()));
  }

  /** What stands in it now. */
  public synchronized Journal journal() {
    return journal;
  }

  /** Adds own settings; returns when they are on disk, and only then they may be overwritten. */
  public synchronized void add(List<OwnValue> values) throws IOException {
    Journal more = journal.with(values);
    write(more);
    journal = more;
  }

  /**
   * Somebody else has set a control: from now on that value is its own setting. Returns when it is
   * on disk.
   */
  public synchronized void replace(OwnValue value) throws IOException {
    Journal changed =
        new Journal(
            journal.node(),
            journal.values().stream()
                .map(own -> own.isOfSameControl(value) ? value : own)
                .toList());
    if (!changed.equals(journal)) {
      write(changed);
      journal = changed;
    }
  }

  private void write(Journal changed) throws IOException {
    if (files != null) {
      files.write(changed);
    }
  }

  /**
   * Takes devices out whose own settings have been verified: from now on they may be changed by
   * others, and must not be put back once more. The last one ends the journal.
   */
  public synchronized void remove(Collection<String> devices) throws IOException {
    Journal rest =
        new Journal(
            journal.node(),
            journal.values().stream().filter(own -> !devices.contains(own.device())).toList());
    if (files != null && rest.values().isEmpty()) {
      files.remove();
    } else if (!rest.equals(journal)) {
      write(rest);
    }
    journal = rest;
  }
}
