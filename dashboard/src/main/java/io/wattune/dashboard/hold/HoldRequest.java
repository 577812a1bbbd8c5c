package io.wattune.dashboard.hold;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request for a hold, not checked yet.
 *
 * @param scope {@code device}, {@code node}, {@code job} or {@code everything}
 * @param target the device, node or job; empty or absent for everything
 * @param forSeconds how long; absent for until it is released
 * @param reason why, for those who find it later
 */
@JsonIgnoreProperties(ignoreUnknown = false)
public record HoldRequest(
    @Nullable String scope,
    @Nullable String target,
    @Nullable Double forSeconds,
    @Nullable String reason) {}
