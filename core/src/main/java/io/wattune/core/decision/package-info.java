/** Decisions, what became of them, and the holds that forbid them: values, no behaviour. */
@NullMarked
package io.wattune.core.decision;

import org.jspecify.annotations.NullMarked;
