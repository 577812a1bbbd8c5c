/**
 * What each part must be allowed to do at the broker. Called by {@code acls} and {@code doctor}.
 */
@NullMarked
package io.wattune.kafka.rights;

import org.jspecify.annotations.NullMarked;
