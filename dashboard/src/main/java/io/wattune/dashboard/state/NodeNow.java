package io.wattune.dashboard.state;

import io.wattune.core.inforce.WriterState;

/**
 * A node as the controller has to do with it.
 *
 * @param node its name
 * @param epoch the highest epoch that it was sent; 0 where nothing was
 * @param writer whether its writer answers
 * @param devices devices that are known of it
 */
public record NodeNow(String node, long epoch, WriterState writer, int devices) {}
