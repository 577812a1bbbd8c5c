/**
 * What is older than the state. In: questions to the store. Out: answers, or why there are none.
 * Called by the API.
 */
@NullMarked
package io.wattune.dashboard.past;

import org.jspecify.annotations.NullMarked;
