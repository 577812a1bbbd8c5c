package io.wattune.http;

import java.util.List;

/** Says how a part does; asked at each {@code GET /health}, by any thread. */
@FunctionalInterface
public interface Health {
  /** A part that is up as long as it answers. */
  Health ALWAYS_UP = List::of;

  /** The checks, in the order in which they are shown; the worst one is the part's status. */
  List<HealthCheck> checks();
}
