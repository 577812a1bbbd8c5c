package io.wattune.control.order;

/**
 * What became of an order to set a device.
 *
 * @param isApplied whether the device has the values, as read back
 * @param text the values, or why not
 */
public record OrderAnswer(boolean isApplied, String text) {}
