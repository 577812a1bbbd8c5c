/** What all commands have in common: how they fail, their exit codes, the versions they report. */
@NullMarked
package io.wattune.launcher.command;

import org.jspecify.annotations.NullMarked;
