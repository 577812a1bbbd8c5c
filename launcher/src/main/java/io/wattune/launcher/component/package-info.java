/** What a command line gives of devices' components, for {@code jobs} and {@code up}. */
@NullMarked
package io.wattune.launcher.component;

import org.jspecify.annotations.NullMarked;
