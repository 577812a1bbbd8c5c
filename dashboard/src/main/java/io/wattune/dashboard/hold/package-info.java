/**
 * Holds that are ordered on the page. In: what was asked for, and by whom. Out: a hold that the
 * broker has, or what is wrong. Called by the API.
 */
@NullMarked
package io.wattune.dashboard.hold;

import org.jspecify.annotations.NullMarked;
