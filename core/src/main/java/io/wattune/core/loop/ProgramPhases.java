package io.wattune.core.loop;

import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The phases of a program, at most {@value #MOST_PHASES}, and which of them runs. Each window is
 * one phase's, or not known yet. Two windows in a row that the phase cannot have delivered, by
 * {@link Phase}, end it:
 *
 * <ul>
 *   <li>Where the device counts instructions and bytes, the one other phase that is as intense as
 *       both runs now; three windows alike that none is as intense as are a new one.
 *   <li>Else nobody knows which one runs, and own settings are wished, until two windows that were
 *       delivered there are alike and as fast as a phase is there; three that are alike and as fast
 *       as none are a new one. Where it was the same phase all along, the windows because of which
 *       it was taken for left are evidence of it.
 * </ul>
 *
 * <p>What deviates by less than 5 %, or four times the scatter of windows, is no other phase. A
 * window next to a change of phases may be of both and is no evidence. Where phases change too
 * often, the program is one mix for a time: see {@link MixTime}. Test: {@code PhasesPropertyTest}.
 */
final class ProgramPhases {
  static final int MOST_PHASES = 8;
  static final String MIX = " (mix)";

  private static final int MISSES = 2;
  private static final int NEW = 3;

  /** Windows at own settings after which the last phase is resumed where none was recognised. */
  private static final int MOST_SAMPLES = 12;

  /** Most windows that wait for one with intensity. */
  private static final int MOST_UNDECIDED = 6;

  final String program;

  final WaitingWindows waiting = new WaitingWindows();

  /** Windows that were delivered at other settings than own, before it was known what runs. */
  final List<WorkWindow> doubtful = new ArrayList<>();

  long newestEndNanos = LoopState.NEVER;

  /** How long the newest window is. */
  private long windowNanos = ProgramWork.WINDOW_NANOS;

  /** Least recently found first. */
  private final List<Phase> known = new ArrayList<>();

  private final Likeness likeness = new Likeness();
  private final MixTime mixTime = new MixTime();
  private final List<WorkWindow> samples = new ArrayList<>();
  private Phase current;
  private @Nullable Phase mix;
  private boolean isUnsure;
  private int misses;
  private @Nullable Phase before;

  ProgramPhases(String program, Phase first) {
    this.program = program;
    this.current = first;
    known.add(first);
  }

  /** Which phase runs, or ran last where that is not known. */
  Phase current() {
    return current;
  }

  /** Whether nobody knows which phase runs, so that only own settings are safe. */
  boolean isUnsure() {
    return isUnsure;
  }

  /** All that is known, the mix as well. */
  List<Phase> all() {
    List<Phase> all = new ArrayList<>(known);
    if (mix != null) {
      all.add(mix);
    }
    return all;
  }

  /** What was known before a restart; the first one is there already. */
  void restore(Phase phase, boolean isCurrent) {
    if (phase.name().equals(program + MIX)) {
      mix = phase;
    } else {
      known.add(phase);
      current = isCurrent ? phase : current;
    }
  }

  /** The clock was wrong. */
  void forgetTimes() {
    waiting.clear();
    doubtful.clear();
    samples.clear();
    newestEndNanos = LoopState.NEVER;
    mixTime.forgetTimes();
  }

  /**
   * One more window.
   *
   * @param isFollowed whether phases are looked for; not while kernels have their own settings
   * @param settings that should have been in force for it; null where that is not known
   * @param records where a new phase's begins
   * @return how many windows were dropped because too many wait
   */
  int take(
      WorkWindow window,
      boolean isFollowed,
      @Nullable Configuration settings,
      Collection<Tunable> tunables,
      Function<String, @Nullable ProgramRecord> records) {
    long now = window.endNanos();
    windowNanos = now - window.startNanos();
    if (mixTime.ends(now) || (current == mix && !mixTime.isOn())) {
      current = known.get(known.size() - 1);
      doubt();
    } else if (mixTime.isOn()) {
      takeMixed(window);
      return 0;
    }
    waiting.add(window, null);
    if (!isUnsure) {
      likeness.take(current.record.level(window), window.intensity());
      if (!isFollowed) {
        waiting.tag(current);
      } else if (isCurrent(window, settings, tunables)) {
        // One without intensity says nothing against those that have another one; unless none with
        // one comes, since the device counts too rarely or always at the begin of a window.
        boolean saysIt = window.intensity().isPresent() || !current.hasIntensity();
        if (misses == 0 || saysIt || waiting.undecided().size() > MOST_UNDECIDED) {
          misses = saysIt ? 0 : misses;
          if (current.isAsIntense(window, likeness.ofIntensities())) {
            current.takeIntensity(window);
          }
          waiting.tag(current);
        }
      } else if (isLate(settings, tunables)) {
        misses = 0;
        waiting.tag(current);
      } else if (++misses >= MISSES || isTooFast(window, settings, tunables)) {
        leave(now, records);
      }
    }
    return waiting.dropMany();
  }

  private void takeMixed(WorkWindow window) {
    WorkWindow merged = mixTime.merge(window);
    if (merged != null) {
      waiting.add(merged, current);
      current.record.level(merged).ifPresent(mixTime::take);
    }
  }

  private boolean isCurrent(
      WorkWindow window, @Nullable Configuration settings, Collection<Tunable> tunables) {
    return !likeness.isKnown()
        || (current.isAsIntense(window, likeness.ofIntensities())
            && (settings == null
                || current.mayDeliver(window, settings, tunables, likeness.ofLevels())));
  }

  /**
   * Whether the newest window was fast because the one before it was reported late and was slow,
   * which happens on a busy machine: together they are the current phase's. They are one window
   * then, since neither is evidence by itself.
   */
  private boolean isLate(@Nullable Configuration settings, Collection<Tunable> tunables) {
    List<WorkWindow> newest = waiting.newestTwo();
    if (misses == 0 || settings == null || newest == null) {
      return false;
    }
    WorkWindow both = newest.get(0).and(newest.get(1));
    boolean isLate =
        newest.stream().allMatch(each -> current.isAsIntense(each, likeness.ofIntensities()))
            && current.mayDeliver(both, settings, tunables, likeness.ofLevels());
    if (isLate) {
      waiting.mergeNewestTwo(both);
    }
    return isLate;
  }

  /** A pause can make a window slower, and nothing makes it faster: one such window will do. */
  private boolean isTooFast(
      WorkWindow window, @Nullable Configuration settings, Collection<Tunable> tunables) {
    return settings != null
        && current.isBeyond(window, settings, tunables, 2 * likeness.ofLevels());
  }

  /** What came last is not the current phase's. */
  private void leave(long nowNanos, Function<String, @Nullable ProgramRecord> records) {
    List<WorkWindow> last = waiting.undecided();
    List<WorkWindow> intense = last.stream().filter(each -> each.intensity().isPresent()).toList();
    // The one before may be of both.
    List<WorkWindow> newest = intense.subList(Math.max(0, intense.size() - MISSES), intense.size());
    double tolerance = likeness.ofIntensities();
    boolean isOtherIntensity =
        !intense.isEmpty()
            && newest.stream().noneMatch(each -> current.isAsIntense(each, tolerance));
    if (!isOtherIntensity) {
      doubt();
      return;
    }
    List<Phase> like =
        known.stream()
            .filter(each -> each != current && each.hasIntensity())
            .filter(each -> newest.stream().allMatch(it -> each.isAsIntense(it, tolerance)))
            .toList();
    if (like.size() == 1) {
      found(like.get(0), nowNanos, records);
    } else if (!like.isEmpty() || misses > 2 * NEW) {
      doubt();
    } else if (intense.size() >= NEW
        && likeness.areAsIntense(intense.subList(intense.size() - NEW, intense.size()))) {
      begin(newest, false, nowNanos, records);
    }
  }

  /** It is not known which phase runs. A mix goes on. */
  void doubt() {
    if (current == mix) {
      return;
    }
    isUnsure = true;
    misses = 0;
    samples.clear();
    doubtful.clear();
    current.record.reason = LoopReason.PHASE_UNKNOWN;
    current.record.detail =
        "'" + current.name() + "' does not run any more; own settings until it is known what does.";
  }

  /**
   * A window that was delivered at own settings, as read back, while it is not known what runs.
   *
   * @return the phase that has been found; empty while none is
   */
  Optional<Phase> takeOwn(WorkWindow window, Function<String, @Nullable ProgramRecord> records) {
    samples.add(window);
    int size = samples.size();
    if (size >= MISSES
        && likeness.areAlike(samples.subList(size - MISSES, size), current.record.isEstimated())) {
      List<WorkWindow> last = samples.subList(size - MISSES, size);
      Optional<Phase> like =
          known.stream()
              .filter(each -> last.stream().allMatch(it -> isOwn(each, it)))
              .min(Comparator.comparingDouble(each -> each.ownDistance(window)));
      if (like.isPresent()) {
        last.forEach(each -> like.get().takeLevel(each, Configuration.EMPTY));
        like.get().takeIntensity(window);
        return Optional.of(found(like.get(), window.endNanos(), records));
      }
      if (size >= NEW
          && likeness.areAlike(samples.subList(size - NEW, size), current.record.isEstimated())) {
        return Optional.of(
            begin(
                List.copyOf(samples.subList(size - NEW, size)), true, window.endNanos(), records));
      }
    }
    return size < MOST_SAMPLES
        ? Optional.empty()
        : Optional.of(found(current, window.endNanos(), records));
  }

  private boolean isOwn(Phase phase, WorkWindow window) {
    return phase.isAsIntense(window, likeness.ofIntensities())
        && phase.isOwnLevel(window, likeness.ofLevels());
  }

  /** A phase that was not known before; the current one where the policy wants no more. */
  private Phase begin(
      List<WorkWindow> windows,
      boolean areOwn,
      long nowNanos,
      Function<String, @Nullable ProgramRecord> records) {
    if (known.size() >= MOST_PHASES) {
      Iterator<Phase> oldest = known.iterator();
      Phase dropped = oldest.next();
      if (dropped == current) {
        dropped = oldest.next();
      }
      oldest.remove();
      waiting.dropThoseOf(dropped);
    }
    ProgramRecord record = records.apply(freeName());
    if (record == null) {
      return found(current, nowNanos, records);
    }
    var phase = new Phase(record);
    // What the device counts goes back to before the window: of the first ones it may be of both.
    phase.takeIntensity(windows.get(windows.size() - 1));
    if (areOwn) {
      for (WorkWindow each : windows) {
        record.rate(each);
        phase.takeLevel(each, Configuration.EMPTY);
      }
    }
    known.add(phase);
    return found(phase, nowNanos, records);
  }

  private String freeName() {
    for (int number = 2; ; number++) {
      String name = program + "#" + number;
      if (known.stream().noneMatch(each -> each.name().equals(name))) {
        return name;
      }
    }
  }

  private Phase found(
      Phase phase, long nowNanos, Function<String, @Nullable ProgramRecord> records) {
    boolean isChange = phase != current;
    isUnsure = false;
    misses = 0;
    samples.clear();
    likeness.interrupt();
    waiting.dropUndecided();
    known.remove(phase);
    known.add(phase);
    phase.record.reason = LoopReason.PHASE;
    phase.record.detail = "'" + phase.name() + "' runs: " + phase.record.memory.stateName() + ".";
    current = phase;
    if (isChange && mixTime.isTooOften(nowNanos, windowNanos)) {
      beginMix(nowNanos, records);
    }
    return current;
  }

  private void beginMix(long nowNanos, Function<String, @Nullable ProgramRecord> records) {
    Phase mixed = mix;
    if (mixed == null) {
      ProgramRecord record = records.apply(program + MIX);
      if (record == null) {
        return;
      }
      mixed = new Phase(record);
      mix = mixed;
    }
    mixTime.begin(nowNanos);
    mixed.record.reason = LoopReason.PHASE;
    mixed.record.detail =
        "phases of '" + program + "' change too often to follow them; judged as one mix.";
    current = mixed;
  }

  /**
   * The share of its own settings below which a phase may not be set: another one that is not
   * settled as low could not be distinguished from it there. By its rate alone: one that is slower
   * by this share is as fast as that other one slowed down.
   */
  double leastShare(Phase phase, Collection<Tunable> tunables, Ladders ladders) {
    double least = 0;
    if (phase == mix) {
      return least;
    }
    Map<String, Integer> rungs = phase.record.memory.rungs();
    for (Phase other : known) {
      boolean isOtherIntensity = phase.isOtherIntensity(other, MISSES * likeness.ofIntensities());
      boolean isAsLow =
          !other.record.memory.searches()
              && Phase.logShare(ladders.configuration(other.record.memory.rungs()), tunables)
                  <= Phase.logShare(ladders.configuration(rungs), tunables);
      if (other != phase && !isOtherIntensity && !isAsLow) {
        least = Math.max(least, phase.share(other) * StrictMath.exp(2 * likeness.ofLevels()));
      }
    }
    // Of several tunables each may take its part of it.
    return Math.min(1, StrictMath.pow(least, 1.0 / Math.max(1, tunables.size())));
  }

  /** Whether the policy may judge a phase's windows: a mix's only where they are alike. */
  boolean isJudged(Phase phase) {
    return phase != mix || mixTime.areWindowsAlike();
  }

  /** Whether a window has another phase beside it, and may be of both. To be asked in order. */
  boolean isAtEdge(WaitingWindows.Taken taken, WaitingWindows.@Nullable Taken next) {
    boolean isFirst = before != null && before != taken.phase;
    before = taken.phase;
    return taken.phase != mix && (isFirst || (next != null && next.phase != taken.phase));
  }
}
