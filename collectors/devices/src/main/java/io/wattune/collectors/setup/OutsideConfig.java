package io.wattune.collectors.setup;

/**
 * What is done where somebody else sets a control that a decision has set.
 *
 * @param lookMillis how often the controls of a tuned device are read; 0 for only when they are
 *     written
 * @param reasserts how often a control is set again before it is left alone; 0 leaves it alone at
 *     once
 */
public record OutsideConfig(int lookMillis, int reasserts) {}
