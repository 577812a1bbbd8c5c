/**
 * A headless browser for tests. In: an address. Out: what the page shows, its console, pictures.
 * Called by the tests of the page, in the dashboard and in the launcher.
 */
@NullMarked
package io.wattune.testkit.browser;

import org.jspecify.annotations.NullMarked;
