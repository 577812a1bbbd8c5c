package io.wattune.collectors.server;

/**
 * How a server whose work is read stands.
 *
 * @param name as the node's file names it
 * @param answers whether it answered last, with the metric on its page
 * @param pages pages that were read
 * @param failures questions without a page, and pages without the metric
 * @param resets how often its count was set back
 * @param readings counter readings that were published
 * @param showsRequests whether its last page showed requests that can be; false where they are not
 *     asked for
 * @param servingReadings readings of its requests that were published
 */
public record ServerStatus(
    String name,
    boolean answers,
    long pages,
    long failures,
    long resets,
    long readings,
    boolean showsRequests,
    long servingReadings) {}
