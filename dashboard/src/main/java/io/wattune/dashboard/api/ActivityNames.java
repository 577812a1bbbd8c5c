package io.wattune.dashboard.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for names of activities, so that the event stream need not repeat them. A number is never
 * given to another name; names beyond {@value #MOST_NAMES} get none. Thread safe.
 */
public final class ActivityNames {
  /** The number of no activity, and of a name that has none. */
  public static final int NONE = -1;

  private static final int MOST_NAMES = 5000;

  private final Map<String, Integer> indices = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  /** The number of a name, given now where it has none yet. */
  public synchronized int indexOf(@Nullable String name) {
    if (name == null) {
      return NONE;
    }
    Integer known = indices.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= MOST_NAMES) {
      return NONE;
    }
    indices.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  /** All names, in the order of their numbers. */
  public synchronized List<String> all() {
    return List.copyOf(names);
  }

  /** How many names have a number. */
  public synchronized int count() {
    return names.size();
  }
}
