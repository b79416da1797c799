package io.graphkernel.conformance.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.setting.FurtherPlugin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A device that neither the processor nor the runtime knows, with memory of its own and a stream that works later: a line in
 * each list, and it does all that other devices do.
 */
class FurtherDeviceTest {

    private static final float[] RESULT = {-27f, -72f, -135f, -216f};

    private static AbacusPlugin abacus;
    private static FurtherPlugin plugin;
    private static Device device;

    @TempDir
    static Path fusedDirectory;

    /** Compiled for the host and for the device. */
    private static DemoClass fused;

    @TempDir
    Path directory;

    private DemoClass demo;
    private Tensor x;
    private Tensor y;

    @BeforeAll
    static void addThePlugin() throws IOException {
        abacus = new AbacusPlugin();
        plugin = new FurtherPlugin(abacus);
        device = Device.of("abacus:0");
        fused = new DemoClass(fusedDirectory, new AbacusTarget());
        assertThat(fused.compile("jvm,abacus")).isEmpty();
    }

    @AfterAll
    static void removeThePlugin() {
        plugin.close();
    }

    @BeforeEach
    void makeOperands() {
        demo = new DemoClass(directory, new AbacusTarget());
        x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2).to(device);
        y = Tensor.of(new float[] {10, 20, 30, 40}, 2, 2).to(device);
    }

    @AfterEach
    void closeOperands() {
        x.close();
        y.close();
    }

    @Test
    void call_runsOnTheDeviceOfItsTensors() throws Exception {
        fused.use("myOp", method -> {
            try (Tensor result = method.call(x, y)) {
                assertThat(result.device()).isSameAs(device);
                assertThat(abacus.driver.waiting).as("launches that wait").hasValue(1);
                assertThat(abacus.driver.lastParts).isEqualTo(3);
                assertThat(result.toFloatArray()).containsExactly(RESULT);
                assertThat(abacus.driver.waiting).hasValue(0);
            }
            try (Tensor result = method.call(x.to(Device.cpu()), y.to(Device.cpu()))) {
                assertThat(result.device()).isSameAs(Device.cpu());
                assertThat(result.toFloatArray()).containsExactly(RESULT);
            }
            return null;
        });
    }

    @Test
    void temporaries_areInItsMemory() throws Exception {
        assertThat(demo.compileUnfused("abacus")).isEmpty();
        assertThat(called(3)).containsExactly(RESULT);
    }

    @Test
    void plans_areInterpreted() throws Exception {
        assertThat(demo.compileUnfused("abacus", "-Agraphkernel.inlineLaunchLimit=0"))
                .isEmpty();
        assertThat(directory.resolve("META-INF/graphkernel/demo.MyOps/plans")).exists();
        assertThat(called(3)).containsExactly(RESULT);
    }

    private float[] called(int launches) throws Exception {
        return demo.use("myOp", method -> {
            try (Tensor result = method.call(x, y)) {
                assertThat(abacus.driver.waiting).hasValue(launches);
                return result.toFloatArray();
            }
        });
    }

    @Test
    void streams_waitForEachOther() throws Exception {
        fused.use("myOp", method -> {
            List<Tensor> results = new ArrayList<>(List.of(x));
            try (Stream other = Stream.open(device)) {
                for (int i = 0; i < 4; i++) {
                    Tensor last = results.get(i);
                    results.add(i % 2 == 0 ? method.call(last, y) : onStream(other, () -> method.call(last, y)));
                }
                float[] expected = {1, 2, 3, 4};
                for (int i = 0; i < 4; i++) {
                    for (int element = 0; element < 4; element++) {
                        expected[element] = (expected[element] - 10 * (element + 1)) * (expected[element] + 2);
                    }
                }
                assertThat(results.get(4).toFloatArray()).containsExactly(expected);
            }
            results.subList(1, 5).forEach(Tensor::close);
            return null;
        });
    }

    /** A call that returns a tensor. */
    private interface Call {
        Tensor run() throws Exception;
    }

    private static Tensor onStream(Stream stream, Call call) throws Exception {
        try (Stream.Use used = stream.use()) {
            return call.run();
        }
    }

    @Test
    void launches_areRecordedAndReplayed() throws Exception {
        fused.use("myOp", method -> {
            List<Tensor> results = new ArrayList<>();
            try (LaunchGraph graph =
                    LaunchGraph.capture(device, () -> results.add(unchecked(() -> method.call(x, y))))) {
                graph.launch();
                assertThat(results.get(0).toFloatArray()).containsExactly(RESULT);
                x.copyFrom(new float[4]);
                graph.launch();
                assertThat(results.get(0).toFloatArray()).containsExactly(-20f, -40f, -60f, -80f);
            }
            return null;
        });
    }

    private static Tensor unchecked(Call call) {
        try {
            return call.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void missingParts_areNamed() throws IOException {
        assertThat(demo.compile("jvm")).isEmpty();
        assertThatThrownBy(() -> demo.use("myOp", method -> method.call(x, y)))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6116]", "demo.MyOps on abacus:0", "add abacus to");
        assertThatThrownBy(() -> fused.use("product", method -> method.call(x, y)))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll(
                        "[GK-6360]",
                        "abacus:0 cannot run matmul, convolution and attention",
                        "library calls run only on the host and on CUDA, OpenCL and Ascend devices");
        assertThatThrownBy(() -> Device.of("abacus:1"))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll("abacus:1", "there is only abacus:0 (Abacus, 0.0 GiB, driver 1)");
        assertThat(Device.available().toString()).contains("abacus:0");
    }
}
