/** The brokers that measurements run on. */
@NullMarked
package io.wattune.benchmarks.broker;

import org.jspecify.annotations.NullMarked;
