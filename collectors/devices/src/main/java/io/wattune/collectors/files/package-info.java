/**
 * Folders of small text files in, devices out: for devices that another program serves, and for
 * tests. Called by way of the registry of kinds.
 */
@NullMarked
package io.wattune.collectors.files;

import org.jspecify.annotations.NullMarked;
