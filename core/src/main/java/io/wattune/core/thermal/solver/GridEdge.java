package io.wattune.core.thermal.solver;

/**
 * The cells along one side of a layer touch a single node beyond it.
 *
 * @param layer the layer
 * @param side the side
 * @param node the node beyond, among those that are no cells
 * @param resistance K/W from the whole side to that node
 */
public record GridEdge(int layer, Side side, int node, double resistance) {}
