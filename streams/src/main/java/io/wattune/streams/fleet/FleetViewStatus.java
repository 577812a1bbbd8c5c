package io.wattune.streams.fleet;

import io.wattune.streams.fleet.topology.FleetCounts;
import java.util.Optional;

/**
 * How a fleet view does.
 *
 * @param state its state in one word
 * @param isRunning whether it sums now; it does not while parts change hands
 * @param counts what it has done, and what it owns
 * @param instances how many instances it knows of, itself among them
 * @param replacedThreads threads that failed and were replaced
 * @param lastFailure what failed last, if anything did
 */
public record FleetViewStatus(
    String state,
    boolean isRunning,
    FleetCounts counts,
    int instances,
    long replacedThreads,
    Optional<Throwable> lastFailure) {}
