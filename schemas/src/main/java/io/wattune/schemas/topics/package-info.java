/**
 * The catalogue of topics: names, keys, retention, records; and what creates and deletes them.
 *
 * <p>In: a namespace and a connection to a broker. Out: topic, group and transactional names, and
 * topics with the settings that they need. Called by whatever starts a stage.
 */
@NullMarked
package io.wattune.schemas.topics;

import org.jspecify.annotations.NullMarked;
