/**
 * Measures: what activities cost the ledger, by how many there are. Simulated readings and
 * activities in, a table out. Run by {@code wattune bench sharing}.
 */
@NullMarked
package io.wattune.benchmarks.sharing;

import org.jspecify.annotations.NullMarked;
