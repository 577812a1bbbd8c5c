/**
 * A headless browser for tests. In: an address. Out: what the page shows, its console, pictures.
 * Called by the tests of the page, here and (through this module's test jar) in the launcher.
 */
@NullMarked
package io.wattune.testkit.browser;

import org.jspecify.annotations.NullMarked;
