/**
 * Decisions in, written settings and actuations out; own settings always come back. The writer and
 * the guardian are processes of their own that share the node's folder. Called by the launcher's
 * commands {@code writer}, {@code guardian} and {@code restore}.
 */
@NullMarked
package io.wattune.collectors.writer;

import org.jspecify.annotations.NullMarked;
