/** Suites of a simulated inference server: its figures beside the document's. */
@NullMarked
package io.wattune.launcher.evaluate.suite;

import org.jspecify.annotations.NullMarked;
