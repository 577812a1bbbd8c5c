package io.wattune.launcher.control;

/**
 * How one node stands.
 *
 * @param node the node
 * @param writer whether its writer answers
 * @param epoch the newest epoch that it was told of; 0 for none
 * @param policy the policy that tells it; empty for none
 */
record NodeStatus(String node, WriterState writer, long epoch, String policy) {}
