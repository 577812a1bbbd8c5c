package io.wattune.core.status;

import io.wattune.core.inforce.WriterState;
import org.jspecify.annotations.Nullable;

/**
 * How one node stands.
 *
 * @param node the node
 * @param writer whether its writer answers
 * @param epoch the newest epoch sent to it; 0 for none
 * @param policy the policy that the newest message to it names; empty for none
 * @param isSigned whether its newest answer has a signature; null where it has not answered
 */
public record NodeStatus(
    String node, WriterState writer, long epoch, String policy, @Nullable Boolean isSigned) {}
