/**
 * The writer's way to the broker: decisions and holds in, actuations and rejects out. Called by the
 * launcher's command {@code writer}. Nothing that restores own settings waits for it.
 */
@NullMarked
package io.wattune.collectors.decisions;

import org.jspecify.annotations.NullMarked;
