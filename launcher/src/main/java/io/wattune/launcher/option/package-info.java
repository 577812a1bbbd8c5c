/** Values of options, read and refused in one way by every command. */
@NullMarked
package io.wattune.launcher.option;

import org.jspecify.annotations.NullMarked;
