/**
 * Workers that share the simulated MI50 under policies for its compute units (KRISP: Chow 2023,
 * chapter 3), and what came out beside the document's figures.
 */
@NullMarked
package io.wattune.testbed.krisp;

import org.jspecify.annotations.NullMarked;
