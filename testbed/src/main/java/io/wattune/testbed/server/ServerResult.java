package io.wattune.testbed.server;

import java.util.List;
import java.util.Map;

/**
 * What came of policies on the simulated server.
 *
 * @param figures of the document, beside ours
 * @param policies by their names, what each came to, by the name of the quantity
 */
public record ServerResult(
    List<DocumentFigure> figures, Map<String, Map<String, Double>> policies) {}
