/** What tests of several modules need. Called by tests and benchmarks only. */
@NullMarked
package io.wattune.testkit;

import org.jspecify.annotations.NullMarked;
