/**
 * A real Flink session cluster inside this process. Sizes and a folder in, a REST address out;
 * called by the commands that need no cluster, and by tests.
 */
@NullMarked
package io.wattune.embedded.flink;

import org.jspecify.annotations.NullMarked;
