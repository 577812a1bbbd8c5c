package io.wattune.http;

import io.wattune.http.metric.MetricSource;

/** Looks at a part from outside, whenever somebody asks; the part keeps nothing for it. */
public interface PartProbe extends MetricSource, Health {

  /** The part's name, as in the names of its metrics. */
  String part();
}
