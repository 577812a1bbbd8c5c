package io.wattune.testkit.browser;

import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One Chromium for all tests of a run: a test or its set-up names it, or a {@link Tab} of its own,
 * as a parameter. Without a Chromium on the path the class is skipped, with a message.
 */
public final class ChromiumExtension implements BeforeAllCallback, ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ChromiumExtension.class);

  /** Closed with the run, by the store. */
  private record Running(Chromium chromium) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws IOException {
      chromium.close();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running(context);
  }

  private static Running running(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            Running.class, key -> new Running(Chromium.startOrSkip()), Running.class);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Chromium.class || type == Tab.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Chromium chromium = running(context).chromium();
    return parameter.getParameter().getType() == Tab.class ? chromium.newTab() : chromium;
  }
}
