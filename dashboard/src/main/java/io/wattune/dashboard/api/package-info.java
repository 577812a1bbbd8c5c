/**
 * The dashboard's JSON and CSV. In: requests. Out: answers, from the state and from the store.
 * Called by the server.
 */
@NullMarked
package io.wattune.dashboard.api;

import org.jspecify.annotations.NullMarked;
