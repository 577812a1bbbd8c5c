/** {@code wattune profile}: what a model takes on its server, from measurements. */
@NullMarked
package io.wattune.launcher.profile;

import org.jspecify.annotations.NullMarked;
