package io.wattune.evaluation.suite;

import io.wattune.testbed.server.ServerResult;
import java.util.List;

/**
 * What a suite came to.
 *
 * @param missing what was left out, and why, for people
 */
record SuiteResult(String suite, ServerResult of, List<String> missing) {}
