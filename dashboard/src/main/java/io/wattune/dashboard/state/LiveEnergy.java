package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.store.history.NamedEnergy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's last minutes, summed by device, book, name and user in stretches of {@value
 * #STEP_SECONDS} s. A later revision replaces what an entry gave before; entries that are final, or
 * so many entries ago that they were forgotten, can no longer be replaced. {@code taken = counted +
 * unknown + crowded}. Not thread safe.
 */
final class LiveEnergy {
  /** Books that are summed; the windows of 10 s stand for whole devices. */
  static final Set<Book> BOOKS =
      EnumSet.of(Book.JOB, Book.PROCESS, Book.KERNEL, Book.REQUEST, Book.WINDOW10S);

  static final long STEP_SECONDS = 10;
  static final long STEP_NANOS = STEP_SECONDS * 1_000_000_000L;

  private static final double MICRO = 1e-6;

  private final long keepNanos;
  private final int mostNames;
  private final Map<Name, NameEnergy> names = new HashMap<>();
  private final Map<String, Contribution> open;

  /** By device: the clock of one node must not age those of others. */
  private final Map<String, Newest> newest = new HashMap<>();

  /** Of entries that begin until here, those that can still be replaced may have been forgotten. */
  private long forgottenNanos = Long.MIN_VALUE;

  private long unknownRevisions;
  private long crowded;

  /** The user is empty where entries name none. */
  private record Name(String device, Book book, String name, String user, boolean isRemainder) {
    static Name of(LedgerEntry entry) {
      String name = entry.name();
      String user = entry.user();
      return new Name(
          entry.device(),
          entry.book(),
          name == null ? "" : name,
          user == null ? "" : user,
          entry.isRemainder());
    }

    static Name ofWindows(String device) {
      return new Name(device, Book.WINDOW10S, "", "", false);
    }
  }

  /** Start of a device's newest entry, and how often its clock had been set back by then. */
  private record Newest(long startNanos, int life) {}

  private record Contribution(LedgerEntry entry, NameEnergy name) {}

  /**
   * An empty one.
   *
   * @param keepNanos how long entries are kept
   * @param mostNames device, book, name and user: how many are kept
   * @param mostOpen how many entries that are not final can still be replaced
   */
  LiveEnergy(long keepNanos, int mostNames, int mostOpen) {
    this.keepNanos = keepNanos;
    this.mostNames = mostNames;
    this.open =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Contribution> eldest) {
            if (size() <= mostOpen) {
              return false;
            }
            forgottenNanos = Math.max(forgottenNanos, eldest.getValue().entry().startNanos());
            return true;
          }
        };
  }

  /**
   * Takes an entry of one of {@link #BOOKS}.
   *
   * @return by how many microjoules its book has grown
   */
  long take(LedgerEntry entry) {
    Contribution before = open.remove(entry.entryId());
    if (before == null && !entry.isFirstRevision() && entry.startNanos() <= forgottenNanos) {
      unknownRevisions++;
      return 0;
    }
    if (before != null && before.entry().revision() >= entry.revision()) {
      open.put(entry.entryId(), before);
      return 0;
    }
    Name key = Name.of(entry);
    NameEnergy name = names.get(key);
    if (name == null) {
      if (names.size() >= mostNames) {
        crowded++;
        return 0;
      }
      name = new NameEnergy();
      names.put(key, name);
    }
    hear(entry);
    if (before != null) {
      before.name().add(before.entry(), -1);
    }
    name.add(entry, 1);
    if (!entry.isFinal()) {
      open.put(entry.entryId(), new Contribution(entry, name));
    }
    return entry.energyMicrojoules() - (before == null ? 0 : before.entry().energyMicrojoules());
  }

  /** Only windows show that a clock was set back. */
  private void hear(LedgerEntry entry) {
    Newest before = newest.get(entry.device());
    int life =
        entry.book() == Book.WINDOW10S ? entry.clockSetBacks() : before == null ? 0 : before.life();
    if (before == null || life > before.life() || entry.startNanos() > before.startNanos()) {
      newest.put(entry.device(), new Newest(entry.startNanos(), life));
    }
  }

  private long oldestNanos(String device, long nowNanos) {
    Newest known = newest.get(device);
    return Math.max(known == null ? nowNanos : known.startNanos(), nowNanos) - keepNanos;
  }

  /**
   * Forgets what has become too old: beside the device's own newest entry, and by the reader's
   * clock, since a device may have fallen silent.
   */
  void prune(long nowNanos) {
    names
        .entrySet()
        .removeIf(
            each -> {
              each.getValue().forgetBefore(oldestNanos(each.getKey().device(), nowNanos));
              return each.getValue().isEmpty();
            });
    newest.values().removeIf(known -> known.startNanos() < nowNanos - keepNanos);
    open.values()
        .removeIf(
            contribution -> {
              LedgerEntry entry = contribution.entry();
              return entry.startNanos() < oldestNanos(entry.device(), nowNanos);
            });
  }

  /** Entries left out because there were too many names. */
  long crowded() {
    return crowded;
  }

  /** Revisions left out because what they replace was forgotten. */
  long unknownRevisions() {
    return unknownRevisions;
  }

  /**
   * Energies of a book that start in a range, by device and name.
   *
   * @param device only of this device; null for all
   */
  List<NamedEnergy> sums(Book book, long fromNanos, long toNanos, @Nullable String device) {
    return sums(book, fromNanos, toNanos, device, Name::name);
  }

  /** The same by device and user. */
  List<NamedEnergy> userSums(Book book, long fromNanos, long toNanos, @Nullable String device) {
    return sums(book, fromNanos, toNanos, device, Name::user);
  }

  private List<NamedEnergy> sums(
      Book book,
      long fromNanos,
      long toNanos,
      @Nullable String device,
      Function<Name, String> called) {
    List<NamedEnergy> sums = new ArrayList<>();
    names.forEach(
        (key, name) -> {
          if (key.book() == book && (device == null || device.equals(key.device()))) {
            NamedEnergy sum =
                name.sum(key.device(), called.apply(key), key.isRemainder(), fromNanos, toNanos);
            if (sum.entries() > 0) {
              sums.add(sum);
            }
          }
        });
    return NamedEnergy.merged(sums);
  }

  /**
   * A whole window of a device, without a gap; null where there is none.
   *
   * @param window which: its start over the length of a stretch
   */
  @Nullable NamedEnergy window(String device, long window) {
    NameEnergy windows = names.get(Name.ofWindows(device));
    if (windows == null) {
      return null;
    }
    NamedEnergy one =
        windows.sum(device, "", false, window * STEP_NANOS, (window + 1) * STEP_NANOS);
    return one.entries() == 1 && one.quality().compareTo(Quality.GAP) < 0 ? one : null;
  }

  static double joules(long microjoules) {
    return microjoules * MICRO;
  }
}
