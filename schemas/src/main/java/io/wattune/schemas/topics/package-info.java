/**
 * The catalogue of topics: names, keys, retention, records.
 *
 * <p>In: a namespace. Out: topic, group and transactional names. Called by every stage.
 */
@NullMarked
package io.wattune.schemas.topics;

import org.jspecify.annotations.NullMarked;
