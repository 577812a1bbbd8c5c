package io.wattune.dashboard.state;

import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.ServingReading;
import java.util.List;

/**
 * How an inference server stands.
 *
 * @param newest its newest reading
 * @param isSilent whether that is older than a fresh one may be
 * @param comePerSecond requests that came in the last seconds; NaN where it is not known
 * @param answeredPerSecond requests that were answered in them
 * @param quantiles of latency over the last minute; of a server without a histogram those of its
 *     newest reading
 * @param requests that those are of; 0 where the server has no histogram
 */
public record ServerNow(
    ServingReading newest,
    boolean isSilent,
    double comePerSecond,
    double answeredPerSecond,
    List<LatencyBound> quantiles,
    long requests) {}
