package io.wattune.core;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its eldest entry where it has more than so many. Not thread-safe. */
public final class NewestEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private static final float USUAL_LOAD = 0.75f;

  private final int most;

  private NewestEntries(int most, boolean isByUse) {
    super(16, USUAL_LOAD, isByUse);
    this.most = most;
  }

  /** The eldest is what was put first; a key that is put again keeps its place. */
  public static <K, V> NewestEntries<K, V> put(int most) {
    return new NewestEntries<>(most, false);
  }

  /** The eldest is what was put or looked up the longest ago. */
  public static <K, V> NewestEntries<K, V> used(int most) {
    return new NewestEntries<>(most, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
