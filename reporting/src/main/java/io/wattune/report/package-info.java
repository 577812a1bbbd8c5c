/** Figures and tables as text. Called by every command that prints for people. */
@NullMarked
package io.wattune.report;

import org.jspecify.annotations.NullMarked;
