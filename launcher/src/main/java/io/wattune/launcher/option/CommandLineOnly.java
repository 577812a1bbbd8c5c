package io.wattune.launcher.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On an option: neither a file nor the environment may give it. On a command: that holds for all
 * its options but those with a {@link CommonKey}. For what is an order of this moment: a forgotten
 * variable must not hold a node or shorten a replay.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface CommandLineOnly {}
