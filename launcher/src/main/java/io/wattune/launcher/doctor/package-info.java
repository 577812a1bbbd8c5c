/** The command {@code doctor}. Called by the root command. */
@NullMarked
package io.wattune.launcher.doctor;

import org.jspecify.annotations.NullMarked;
