/** Suites of a simulated inference server: its figures beside the document's. */
@NullMarked
package io.wattune.evaluation.suite;

import org.jspecify.annotations.NullMarked;
