/**
 * Thermal management on the document's GTX 1050, by {@code wattune evaluate --testbed gtx1050}: its
 * figures beside ours.
 *
 * <p>In: the card as data. Out: slowdown, energy and temperatures of both controllers, as text,
 * JSON and a page. The runs are in {@link io.wattune.testbed.heat}.
 */
@NullMarked
package io.wattune.evaluation.heat;

import org.jspecify.annotations.NullMarked;
