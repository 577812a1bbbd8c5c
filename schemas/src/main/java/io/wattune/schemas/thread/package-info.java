/**
 * Threads of parts. In: the work of one turn. Out: turns until the end, each failure reported once,
 * an end that is waited for. Called by whatever has a thread of its own.
 */
@NullMarked
package io.wattune.schemas.thread;

import org.jspecify.annotations.NullMarked;
