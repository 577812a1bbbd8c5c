package io.wattune.collectors.nvml;

import static org.awaitility.Awaitility.await;

import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** NVIDIA's library as a C compiler has made it, loaded by the binding that real ones are. */
public final class PlayedStub implements PlayedNvml {
  private static final Duration BACK = Duration.ofSeconds(10);

  private final Path library;
  private final Nvml nvml;

  private PlayedStub(Path library, Nvml nvml) {
    this.library = library;
    this.nvml = nvml;
  }

  /**
   * A library that plays a script from the start; skips the test where there is no C compiler. The
   * library's state is the process's: one at a time.
   *
   * @param folder takes the script
   */
  public static PlayedStub play(Path folder, String script) throws Exception {
    Path library = StubNvml.library();
    StubNvml.load(library, Files.writeString(folder.resolve("script"), script));
    return new PlayedStub(library, NvmlLibrary.load(library.toString()));
  }

  @Override
  public Nvml nvml() {
    return nvml;
  }

  @Override
  public long limit(int gpu) {
    return StubNvml.look(library, "stub_limit").invokeLong(new Object[] {gpu});
  }

  @Override
  public int @Nullable [] lock(int gpu, ClockDomain domain) {
    var which = new Object[] {gpu, domain.type()};
    int highest = StubNvml.look(library, "stub_lock").invokeInt(which);
    return highest == 0
        ? null
        : new int[] {StubNvml.look(library, "stub_lock_low").invokeInt(which), highest};
  }

  @Override
  public int calls(int gpu, String key) {
    return StubNvml.look(library, "stub_calls").invokeInt(new Object[] {gpu, key});
  }

  @Override
  public void awaitBack(int gpu) {
    await()
        .atMost(BACK)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> StubNvml.look(library, "stub_is_lost").invokeInt(new Object[] {gpu}) == 0);
  }
}
