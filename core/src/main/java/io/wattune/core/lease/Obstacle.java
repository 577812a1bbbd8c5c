package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;

/**
 * Why nothing may stand on a device now but its own settings, whatever is decided.
 *
 * @param reason stable code
 * @param detail in one sentence, with what to do
 */
public record Obstacle(ActuationReason reason, String detail) {}
