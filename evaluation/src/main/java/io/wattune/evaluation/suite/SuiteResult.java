package io.wattune.evaluation.suite;

import io.wattune.testbed.server.ServerFigure;
import java.util.List;
import java.util.Map;

/**
 * What a suite came to.
 *
 * @param policies by their names, what each came to, by the name of the quantity
 * @param missing what was left out, and why, for people
 */
record SuiteResult(
    String suite,
    List<ServerFigure> rows,
    Map<String, Map<String, Double>> policies,
    List<String> missing) {}
