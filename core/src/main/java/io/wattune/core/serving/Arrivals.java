package io.wattune.core.serving;

/** How requests come at a rate. */
public enum Arrivals {
  /** Equally far apart, as a load generator sends them. */
  EVEN,
  /** Each at a time of its own (Poisson), as people send them. */
  RANDOM
}
