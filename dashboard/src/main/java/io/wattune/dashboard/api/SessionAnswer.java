package io.wattune.dashboard.api;

import org.jspecify.annotations.Nullable;

/** {@code GET /api/session}. */
record SessionAnswer(
    String part,
    String version,
    String role,
    String csrf,
    String clusterName,
    Number startedMs,
    boolean hasHistory,
    @Nullable String historyNote) {}
