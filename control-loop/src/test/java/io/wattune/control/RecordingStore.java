package io.wattune.control;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.kafka.streams.state.KeyValueStore;

/** A store that counts what is written to it, and dies in between if it is to. */
final class RecordingStore {
  private final KeyValueStore<String, byte[]> behind;
  int writes;
  long bytes;
  int writesLeft = Integer.MAX_VALUE;

  /** The task is gone. */
  static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  RecordingStore(KeyValueStore<String, byte[]> behind) {
    this.behind = behind;
  }

  @SuppressWarnings("unchecked") // A proxy has no type parameters.
  KeyValueStore<String, byte[]> store() {
    return (KeyValueStore<String, byte[]>)
        Proxy.newProxyInstance(
            RecordingStore.class.getClassLoader(),
            new Class<?>[] {KeyValueStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("put") || method.getName().equals("delete")) {
                if (--writesLeft < 0) {
                  throw new Death();
                }
                writes++;
                bytes += arguments.length < 2 ? 0 : ((byte[]) arguments[1]).length;
              }
              try {
                return method.invoke(behind, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
