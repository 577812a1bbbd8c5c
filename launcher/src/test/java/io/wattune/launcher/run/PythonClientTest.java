package io.wattune.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.testkit.Repository;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** clients/python/wattune.py against a real agent, where there is a Python. */
@Tag("long")
@Timeout(180)
class PythonClientTest {
  private static final Path CLIENT = Repository.root().resolve("clients/python");

  private static MeasuredNode node;

  @TempDir private Path folder;

  @BeforeAll
  static void startAgent() throws Exception {
    assumeTrue(hasPython(), "there is no python3 of 3.8 or newer on this machine");
    node = MeasuredNode.start();
  }

  @AfterAll
  static void stopAgent() throws Exception {
    if (node != null) {
      node.close();
    }
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))")
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void nestedBlocksEachHaveTheirJoules() throws Exception {
    JsonNode result =
        python(
            """
            import json, time, wattune
            with wattune.measure("outer", labels={"run": 7}) as outer:
                time.sleep(0.3)
                with wattune.measure("inner", devices=["G2"]) as inner:
                    time.sleep(0.6)
                    inner.work = 12
            print(json.dumps([[m.joules, m.error, m.seconds, m.watts, m.quality, len(m.devices),
                               m.problem] for m in (outer, inner)]))
            """);

    assertPower(result.path(0), MeasuredNode.WATTS, 2);
    assertPower(result.path(1), 50, 1);
    assertThat(result.path(0).path(2).asDouble()).isGreaterThan(0.9);
  }

  private static void assertPower(JsonNode measured, double watts, int devices) {
    double joules = measured.path(0).asDouble();
    double error = measured.path(1).asDouble();
    double expected = watts * measured.path(2).asDouble();
    assertThat(joules).isBetween(expected - 3 * error, expected + 3 * error);
    assertThat(error).as("of an unknown sensor, whose power is steady").isLessThan(0.5 * joules);
    assertThat(measured.path(5).asInt()).isEqualTo(devices);
    assertThat(measured.path(6).isNull()).isTrue();
  }

  /** Fails where a program of one GPU is told the energy of all without a word. */
  @Test
  void aProgramThatSeesSomeGpusOnlyIsToldOnceThatAllWereMeasured() throws Exception {
    JsonNode said =
        python(
            """
            import json, os, warnings, wattune
            def measured(**more):
                with wattune.measure("chosen", **more) as m:
                    pass
                return m.joules
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                os.environ["CUDA_VISIBLE_DEVICES"] = "0,1"
                measured()
                os.environ["CUDA_VISIBLE_DEVICES"] = "0"
                measured(devices=["G2"])
                before = len(caught)
                measured()
                measured()
            print(json.dumps([before, [[str(w.message), w.category.__name__, w.filename] for w in caught]]))
            """);

    assertThat(said.path(0).asInt()).as("sees all, or has named its own").isZero();
    assertThat(said.path(1)).hasSize(1);
    assertThat(said.at("/1/0/0").asText())
        .isEqualTo(
            "CUDA_VISIBLE_DEVICES is '0', and the energy is that of all 2 devices; name the"
                + " program's by devices=");
    assertThat(said.at("/1/0/1").asText()).isEqualTo("WattuneWarning");
    assertThat(said.at("/1/0/2").asText()).as("who is to blame").endsWith("program.py");
  }

  @Test
  void threadsAndForksMeasureSideBySide() throws Exception {
    JsonNode result =
        python(
            """
            import json, os, threading, time, wattune
            done = []
            def work(i):
                with wattune.measure("t%d" % i, level="span") as m:
                    time.sleep(0.3)
                done.append(m)
            threads = [threading.Thread(target=work, args=(i,)) for i in range(20)]
            [t.start() for t in threads]
            [t.join() for t in threads]
            with wattune.measure("parent", level="span") as parent:
                child = os.fork()
                if child == 0:
                    with wattune.measure("child") as m:
                        time.sleep(0.1)
                    parent.__exit__(None, None, None)
                    alone = parent.joules is None
                    os._exit(0 if m.joules and m.joules > 0 and alone else 9)
                status = os.waitpid(child, 0)[1]
            print(json.dumps([[m.joules / m.seconds for m in done + [parent]], status]))
            """);

    assertThat(result.path(0).size()).isEqualTo(21);
    // 150 W, and what the clock of a busy machine does between two calls.
    result.path(0).forEach(watts -> assertThat(watts.asDouble()).isBetween(130.0, 170.0));
    assertThat(result.path(1).asInt()).as("the forked child has joules").isZero();
  }

  @Test
  void withoutAnAgentTheProgramGoesOnWithOneWarning() throws Exception {
    JsonNode result =
        python(
            """
            import json, warnings, wattune
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                for i in range(3):
                    with wattune.measure("x", socket_path="/nowhere/s") as m:
                        pass
            ran = False
            try:
                with wattune.measure("x", socket_path="/nowhere/s", strict=True):
                    ran = True
            except wattune.WattuneError as e:
                error = str(e)
            print(json.dumps([m.joules, len(caught), str(caught[0].message), error, ran]))
            """);

    assertThat(result.path(0).isNull()).isTrue();
    assertThat(result.path(1).asInt()).isEqualTo(1);
    assertThat(result.path(2).asText()).contains("no Wattune agent answers at /nowhere/s");
    assertThat(result.path(3).asText()).contains("start one with wattune agent NODE.json");
    assertThat(result.path(4).asBoolean()).isFalse();
  }

  @Test
  void anAgentThatGoesOrHangsHoldsUpNoProgram() throws Exception {
    JsonNode result =
        python(
            """
            import json, os, socket, sys, threading, time, warnings, wattune
            warnings.simplefilter("ignore")
            path = os.path.join(os.path.dirname(sys.argv[0]), "f")
            server = socket.socket(socket.AF_UNIX)
            server.bind(path)
            server.listen(5)
            begin = time.monotonic()
            # Nobody takes the connection: what is sent fills its buffer, and then waits no longer.
            for i in range(3000):
                with wattune.measure("x" * 200, socket_path=path) as hung:
                    pass
            took = time.monotonic() - begin
            server.close()
            os.unlink(path)
            server = socket.socket(socket.AF_UNIX)
            server.bind(path)
            server.listen(1)
            threading.Thread(target=lambda: server.accept()[0].recv(100)).start()
            wattune._failed.clear()
            with wattune.measure("y", socket_path=path) as left:
                time.sleep(0.3)
            server.close()
            print(json.dumps([took, hung.joules, left.joules, left.problem]))
            """);

    assertThat(result.path(0).asDouble()).isLessThan(20);
    assertThat(result.path(1).isNull()).isTrue();
    assertThat(result.path(2).isNull()).isTrue();
    assertThat(result.path(3).asText()).contains("the agent has gone");
  }

  /** Fails where joules are None without a word, although strict was asked for. */
  @Test
  void anAgentThatGoesInTheMiddleIsAnErrorWhereThatWasAskedFor() throws Exception {
    JsonNode result =
        python(
            """
            import json, os, socket, sys, threading, time, warnings, wattune
            path = os.path.join(os.path.dirname(sys.argv[0]), "m")
            server = socket.socket(socket.AF_UNIX)
            server.bind(path)
            server.listen(5)
            held = []
            def agent():
                while True:
                    try:
                        taken = server.accept()[0]
                    except OSError:
                        return
                    line = json.loads(taken.recv(10000).decode())
                    answer = {"do": "start", "id": line["id"], "ok": True}
                    taken.sendall((json.dumps(answer) + "\\n").encode())
                    held.append(taken)
            threading.Thread(target=agent, daemon=True).start()
            def gone():
                while not held:
                    time.sleep(0.01)
                held.pop().shutdown(socket.SHUT_RDWR)
                time.sleep(0.3)
            with wattune.measure("a", socket_path=path, strict=True) as strict:
                gone()
            try:
                said = strict.joules
            except wattune.WattuneError as e:
                said = "error: %s" % e
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                with wattune.measure("b", socket_path=path) as lenient:
                    gone()
                none = lenient.joules
            server.close()
            told = [str(w.message) for w in caught if w.category is wattune.WattuneWarning]
            print(json.dumps([said, none, lenient.problem, told]))
            """);

    assertThat(result.path(0).asText()).isEqualTo("error: the agent has gone");
    assertThat(result.path(1).isNull()).isTrue();
    assertThat(result.path(2).asText()).isEqualTo("the agent has gone");
    assertThat(result.path(3)).hasSize(1);
    assertThat(result.path(3).path(0).asText()).contains("the agent has gone");
  }

  /** Fails where the end raises in the program, or its blocks nest in one that has ended. */
  @Test
  void blocksMayEndInAnotherContextOrOrder() throws Exception {
    JsonNode result =
        python(
            """
            import asyncio, json, wattune
            async def pages():
                with wattune.measure("pages", strict=True) as m:
                    yield m
            async def step(generator):
                return await generator.__anext__()
            async def main():
                generator = pages()
                m = await asyncio.create_task(step(generator))
                try:
                    await asyncio.create_task(step(generator))
                except StopAsyncIteration:
                    pass
                return m
            across = asyncio.run(main())
            first, second = wattune.measure("first", level="span"), wattune.measure("second")
            first.__enter__(); second.__enter__()
            first.__exit__(None, None, None); second.__exit__(None, None, None)
            with wattune.measure("after", strict=True) as after:
                pass
            raised = None
            try:
                with wattune.measure("failing", strict=True) as failing:
                    raise KeyError("own")
            except KeyError as e:
                raised = str(e)
            print(json.dumps([across.joules is not None, second.joules is not None,
                              after._parent is None, after.answer["ok"], raised, failing.answer["ok"]]))
            """);

    assertThat(result.toString()).isEqualTo("[true,true,true,true,\"'own'\",true]");
  }

  /** Fails where a program ends by what it gives as its work, or waits 25 s for an answer. */
  @Test
  void anyWorkAndDeviceEndsNoProgram() throws Exception {
    JsonNode result =
        python(
            """
            import fractions, json, time, warnings, wattune
            begin = time.monotonic()
            done = []
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                for work in (fractions.Fraction(7, 2), float("nan"), 10 ** 400, "many", -1):
                    with wattune.measure("w", devices="G2", strict=True) as m:
                        time.sleep(0.3)
                        m.work = work
                    done.append(m)
                joules = [m.joules is not None for m in done]
            print(json.dumps([joules, len(caught), str(caught[0].message), len(done[0].devices),
                              time.monotonic() - begin]))
            """);

    assertThat(result.path(0).toString()).isEqualTo("[true,true,true,true,true]");
    assertThat(result.path(1).asInt()).isEqualTo(4);
    assertThat(result.path(2).asText())
        .contains("work must be a number, finite and at least 0, was nan");
    assertThat(result.path(3).asInt()).isEqualTo(1);
    assertThat(result.path(4).asDouble()).isLessThan(25);
  }

  /** The same labels as those of {@code wattune run}, from the same places. */
  @Test
  void aSlurmJobIsToldFromItsEnvironmentOrItsGroup() throws Exception {
    JsonNode result =
        python(
            """
            import json, os, wattune
            os.environ.update(SLURM_JOB_ID="812", SLURM_JOB_USER="ada", SLURM_ARRAY_JOB_ID="810",
                              SLURM_ARRAY_TASK_ID="2", SLURM_JOB_ACCOUNT=" ",
                              SLURM_JOB_NAME="a\tb" + "x" * 300)
            groups = ["0::/system.slice/slurmstepd.scope/job_812/step_0/user/task_0",
                      "4:memory:/slurm/uid_1000/job_813/step_batch",
                      "0::/user.slice/user-1000.slice/user@1000.service/slurm/job_1",
                      "0::/not-slurm/job_1", ""]
            labels = wattune._job_labels()
            labels["jobName"] = [labels["jobName"][:4], len(labels["jobName"])]
            print(json.dumps([labels, [wattune._job_of(g) for g in groups]]))
            """);

    assertThat(result.path(0).toString())
        .isEqualTo(
            "{\"job\":\"812\",\"jobName\":[\"a bx\",256],\"user\":\"ada\",\"arrayJob\":\"810\",\"arrayTask\":\"2\"}");
    assertThat(result.path(1).toString()).isEqualTo("[\"812\",\"813\",null,null,null]");
  }

  @Test
  void labelsOfTheEnvironmentCountAndWhatIsNoneIsSaid() throws Exception {
    JsonNode result =
        python(
            """
            import json, os, warnings, wattune
            os.environ["WATTUNE_LABELS"] = "wattune.max-slowdown=1%, team =a=b,none,"
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                labels = wattune._job_labels()
            print(json.dumps([labels, [str(each.message) for each in caught]]))
            """);

    assertThat(result.at("/0/wattune.max-slowdown").asText()).isEqualTo("1%");
    assertThat(result.at("/0/team").asText()).isEqualTo("a=b");
    assertThat(result.path(1).toString())
        .isEqualTo("[\"WATTUNE_LABELS: 'none' is not KEY=VALUE and is left out\"]");
  }

  @Test
  void whatTheAgentRefusesIsSaid() throws Exception {
    JsonNode result =
        python(
            """
            import json, warnings, wattune
            warnings.simplefilter("ignore")
            with wattune.measure("x", level="thread") as m:
                pass
            try:
                with wattune.measure("x", level="thread", strict=True):
                    pass
            except wattune.WattuneError as e:
                error = str(e)
            print(json.dumps([m.joules, m.problem, error]))
            """);

    assertThat(result.path(0).isNull()).isTrue();
    assertThat(result.path(1).asText()).contains("'level' must be one of job, process");
    assertThat(result.path(2).asText()).contains("'level' must be one of job, process");
  }

  @Test
  void aProgramThatIsKilledRunsNoLonger() throws Exception {
    Path ready = folder.resolve("ready");
    Path script =
        script(
            """
            import sys, time, wattune
            with wattune.measure("x", strict=True) as m:
                open(sys.argv[1], "w").write(m.id)
                time.sleep(1000)
            """);
    Process process = builder(script, ready.toString()).start();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.exists(ready) && Files.size(ready) == 36);
    String again =
        "{\"do\":\"start\",\"id\":\""
            + Files.readString(ready)
            + "\",\"name\":\"x\",\"untilClosed\":true}";
    assertThat(ask(again)).contains("is open");

    process.destroyForcibly().waitFor();

    await().atMost(Duration.ofSeconds(60)).until(() -> ask(again).contains("\"ok\":true"));
  }

  private static String ask(String line) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(node.socket()))) {
      channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
      channel.shutdownOutput();
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private JsonNode python(String program) throws Exception {
    Process process = builder(script(program)).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    List<String> lines = printed.lines().toList();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  private Path script(String program) throws IOException {
    return Files.writeString(folder.resolve("program.py"), program);
  }

  private static ProcessBuilder builder(Path script, String... arguments) {
    var builder = new ProcessBuilder("python3", script.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("PYTHONPATH", CLIENT.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("WATTUNE_ACTIVITIES_SOCKET", node.socket().toString());
    return builder;
  }
}
