package io.wattune.core.thermal.config;

/**
 * A layer's material and thickness.
 *
 * @param thickness metres
 * @param conductivity W/(m K)
 * @param heat J/(m^3 K)
 */
public record Slab(double thickness, double conductivity, double heat) {}
