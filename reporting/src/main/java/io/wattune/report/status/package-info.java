/** How a tuned fleet stands, as text and as JSON. Called by {@code wattune status}. */
@NullMarked
package io.wattune.report.status;

import org.jspecify.annotations.NullMarked;
