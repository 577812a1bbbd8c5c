package io.wattune.core.fleet;

import java.util.Locale;

/** What a sum is over. */
public enum FleetScope {
  NODE,
  RACK,
  CLUSTER;

  /** The one name of the scope {@link #CLUSTER}. */
  public static final String ALL = "all";

  /** The name in keys. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
