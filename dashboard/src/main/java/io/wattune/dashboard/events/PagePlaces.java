package io.wattune.dashboard.events;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places for pages that watch. Where all are taken, the oldest page of whoever has the most
 * gives way to one who has fewer: nobody keeps the others out by opening pages. Thread-safe.
 */
final class PagePlaces {
  private final int most;
  private final Map<String, Deque<Page>> byCaller = new HashMap<>();
  private int taken;

  PagePlaces(int most) {
    this.most = most;
  }

  /** A place that was taken. */
  final class Page implements AutoCloseable {
    private final String caller;
    private final Runnable onGivenAway;
    private volatile boolean isGone;

    private Page(String caller, Runnable onGivenAway) {
      this.caller = caller;
      this.onGivenAway = onGivenAway;
    }

    /** Whether it has given way, or was left. */
    boolean isGone() {
      return isGone;
    }

    /** Leaves the place. */
    @Override
    public void close() {
      leave(this);
    }
  }

  /**
   * Takes a place.
   *
   * @param caller who asks for it
   * @param onGivenAway what ends the page when it has to give way
   * @return null where there is none for him
   */
  @Nullable Page take(String caller, Runnable onGivenAway) {
    Page page = new Page(caller, onGivenAway);
    Page givenAway = null;
    synchronized (this) {
      if (taken >= most) {
        givenAway = oldestOfWhoHasMoreThan(pagesOf(caller) + 1);
        if (givenAway == null) {
          return null;
        }
        leave(givenAway);
      }
      byCaller.computeIfAbsent(caller, none -> new ArrayDeque<>()).add(page);
      taken++;
    }
    if (givenAway != null) {
      givenAway.onGivenAway.run();
    }
    return page;
  }

  private int pagesOf(String caller) {
    Deque<Page> pages = byCaller.get(caller);
    return pages == null ? 0 : pages.size();
  }

  private @Nullable Page oldestOfWhoHasMoreThan(int pages) {
    Deque<Page> largest = null;
    for (Deque<Page> each : byCaller.values()) {
      if (each.size() > pages && (largest == null || each.size() > largest.size())) {
        largest = each;
      }
    }
    return largest == null ? null : largest.peekFirst();
  }

  private synchronized void leave(Page page) {
    if (page.isGone) {
      return;
    }
    page.isGone = true;
    Deque<Page> pages = byCaller.get(page.caller);
    if (pages != null && pages.remove(page)) {
      taken--;
      if (pages.isEmpty()) {
        byCaller.remove(page.caller);
      }
    }
  }
}
