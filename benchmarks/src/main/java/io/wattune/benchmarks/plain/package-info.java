/**
 * Measures against: the ledger's job with plain first-order correction in the ledger's place.
 * Readings in, power and windows out; run by the throughput benchmark.
 */
@NullMarked
package io.wattune.benchmarks.plain;

import org.jspecify.annotations.NullMarked;
