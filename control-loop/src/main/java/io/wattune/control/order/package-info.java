/** What controller and node answer to an order of a person. Called by {@code wattune set}. */
@NullMarked
package io.wattune.control.order;

import org.jspecify.annotations.NullMarked;
