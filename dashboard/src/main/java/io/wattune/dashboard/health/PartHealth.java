package io.wattune.dashboard.health;

/**
 * How a part does.
 *
 * @param name the part
 * @param status UP, DEGRADED or DOWN
 * @param detail one sentence; empty where there is nothing to say
 */
public record PartHealth(String name, String status, String detail) {}
