package io.wattune.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Book;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The hooks of clients/python/wattune.py, on small stand-ins of the libraries that call them, as
 * the topic of counters shows what they report. Needs a python3.
 */
@Timeout(120)
class PythonWorkTest {
  private static final Path CLIENT = Repository.root().resolve("clients/python");

  private RecordedNode node;

  @TempDir private Path folder;

  @BeforeAll
  static void needPython() throws Exception {
    assumeTrue(hasPython(), "there is no python3 of 3.8 or newer on this machine");
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))")
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @BeforeEach
  void listen() throws Exception {
    node = new RecordedNode();
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  /** The first step begins the counting: nobody knows when it began. */
  @Test
  void stepsOfAnOptimizerWithHooksAreWork() throws Exception {
    python(
        """
        import json, time, wattune
        class Optimizer:
            def __init__(self):
                self.hooks = []
                self.param_groups = [{"params": []}]
            def register_step_post_hook(self, hook):
                self.hooks.append(hook)
            def step(self, closure=None):
                for hook in self.hooks:
                    hook(self, (), {})
                return "loss"
        optimizer = Optimizer()
        work = wattune.watch(optimizer, "train", work=8)
        assert wattune.watch(optimizer) is work
        assert len(optimizer.hooks) == 1
        for i in range(101):
            assert optimizer.step() == "loss"
            time.sleep(0.005)
        print("null")
        """);

    await().until(() -> node.work() == 800);
    assertThat(node.readings())
        .allSatisfy(
            each -> {
              assertThat(each.activityName()).isEqualTo("train");
              assertThat(each.level()).isEqualTo(Book.PROCESS);
              assertThat(each.workSignal()).isEqualTo(WorkSignal.PROGRAM);
            });
    double seconds = node.readings().stream().mapToDouble(CounterReading::seconds).sum();
    assertThat(seconds).isGreaterThan(0.5);
    assertThat(node.readings().size()).isLessThanOrEqualTo((int) (10 * seconds) + 2);
    for (int i = 1; i < node.readings().size(); i++) {
      assertThat(node.readings().get(i).startNanos())
          .isEqualTo(node.readings().get(i - 1).endNanos());
    }
  }

  @Test
  void anOlderOptimizersStepIsWrapped() throws Exception {
    python(
        """
        import wattune
        class Optimizer:
            def step(self, closure=None):
                return closure()
        optimizer = Optimizer()
        wattune.watch(optimizer)
        for i in range(11):
            assert optimizer.step(lambda: i) == i
        try:
            optimizer.step(None)
            raised = False
        except TypeError:
            raised = True
        assert raised
        print("null")
        """);

    await().until(() -> node.work() == 10);
    assertThat(node.readings().get(0).activityName()).as("the script's").isEqualTo("program.py");
  }

  /** As transformers' CallbackHandler calls it: each event by its name, whatever its arguments. */
  @Test
  void aTrainersStepsAreItsSamples() throws Exception {
    python(
        """
        import sys, types, wattune
        class Base: pass
        library = types.ModuleType("transformers")
        library.TrainerCallback = Base
        for loaded in (False, True):
            if loaded:
                sys.modules["transformers"] = library
            callback = wattune.TrainerCallback("tune", socket_path=None)
            assert isinstance(callback, Base) == loaded
            args = types.SimpleNamespace(train_batch_size=4, gradient_accumulation_steps=2)
            def event(name, **more):
                method = getattr(callback, name, None) if loaded else getattr(callback, name)
                if method is not None:
                    assert method(args, None, None, model=None, optimizer=None, **more) is None
            event("on_init_end"); event("on_train_begin"); event("on_epoch_begin")
            for i in range(11):
                event("on_step_begin"); event("on_substep_end"); event("on_step_end")
            event("on_log", logs={}); event("on_evaluate", metrics={}); event("on_save")
            event("on_epoch_end"); event("on_train_end")
        print("null")
        """);

    await().until(() -> node.work() == 2 * 80);
    assertThat(node.readings()).allMatch(each -> "tune".equals(each.activityName()));
  }

  @Test
  void lightningsBatchesAreTheirSamples() throws Exception {
    python(
        """
        import copy, pickle, sys, types, wattune
        class Callback:
            @property
            def state_key(self):
                return type(self).__qualname__
            def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
                raise AssertionError("not overridden")
        class Tensor:
            shape = (16, 3)
        alone = wattune.LightningCallback()
        alone.setup(None, None, "fit"); alone.on_fit_start(None, None)
        assert alone.state_dict() == {} and alone.state_key == "LightningCallback"
        assert not hasattr(alone, "anything_else")
        library = types.ModuleType("lightning.pytorch")
        library.Callback = Callback
        sys.modules["lightning.pytorch"] = library
        callback = wattune.LightningCallback("fit")
        assert isinstance(callback, Callback)
        for batch in ([Tensor(), 1], {"x": Tensor()}, Tensor(), ({"x": (Tensor(),)},)):
            callback.on_train_batch_end(None, None, None, batch, 0)
        callback.on_train_batch_end(None, None, None, "text", 4)
        for other in (copy.deepcopy(callback), pickle.loads(pickle.dumps(callback))):
            assert isinstance(other, Callback) and other._work is None
            assert other._options["name"] == "fit"
        callback.on_train_end(None, None)
        print("null")
        """);

    await().until(() -> node.work() == 3 * 16 + 1);
  }

  @Test
  void withoutAnAgentThereIsOneWarningAndNothingWaits() throws Exception {
    JsonNode result =
        python(
            """
            import json, time, warnings, wattune
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                work = wattune.Work("x", socket_path="/nowhere/s")
                begin = time.monotonic()
                for i in range(100_000):
                    work.add()
                took = time.monotonic() - begin
                time.sleep(0.5)
                work.close()
            print(json.dumps([took, len(caught), str(caught[0].message), work.problem]))
            """);

    assertThat(result.path(0).asDouble()).as("50 us each on the slowest machine").isLessThan(5);
    assertThat(result.path(1).asInt()).isEqualTo(1);
    assertThat(result.path(2).asText())
        .contains("no Wattune agent answers at /nowhere/s")
        .contains("the work of 'x' is not reported");
    assertThat(result.path(3).asText()).contains("no Wattune agent");
  }

  /** An evaluation between two steps is no slow step. */
  @Test
  void aLongPauseIsNoStep() throws Exception {
    python(
        """
        import time, wattune
        wattune._PAUSE_NANOS = 300_000_000
        work = wattune.Work("x")
        for i in range(21):
            work.add()
            time.sleep(0.01)
        time.sleep(0.6)
        for i in range(21):
            work.add()
            time.sleep(0.01)
        print("null")
        """);

    await().until(() -> node.work() == 40);
    assertThat(node.readings()).allMatch(each -> each.seconds() < 0.5);
  }

  @Test
  void aForkedChildReportsItsOwn() throws Exception {
    python(
        """
        import os, time, wattune
        work = wattune.Work("x")
        for i in range(11):
            work.add()
        time.sleep(0.3)
        child = os.fork()
        if child == 0:
            for i in range(6):
                work.add()
            work.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        print("null")
        """);

    await().until(() -> node.work() == 15);
    assertThat(node.readings().stream().map(CounterReading::activityId).distinct()).hasSize(2);
  }

  private JsonNode python(String program) throws Exception {
    Path script = Files.writeString(folder.resolve("program.py"), program);
    var builder = new ProcessBuilder("python3", script.toString()).redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", CLIENT.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("WATTUNE_ACTIVITIES_SOCKET", node.socket().toString());
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    List<String> lines = printed.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }
}
