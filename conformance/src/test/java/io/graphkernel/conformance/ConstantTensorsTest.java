package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels with constant tensors, on every target, in inline launches, interpreted plans and library calls, and from a jar. */
@Tag("slow")
@Tag("process")
class ConstantTensorsTest implements OnEveryTarget {

    private static final Path DIRECTORY = KernelClasses.target().resolve("constants");
    private static final Path CLASSES = DIRECTORY.resolve("classes");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, ConstantTensorsProgram.class);
    private static final Path INTERPRETED = DIRECTORY.resolve("interpreted");
    private static final String DEBUG = "-Agraphkernel.flags=--enable_debug_mode=true";
    private static final Path FILE = CLASSES.resolve("constants/Tables" + ConstantFormat.SUFFIX);

    private static final String LIBRARY = """
            package library;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Positions {
                private static final float[] TABLE = {0, 1, 0.5f, -0.5f, 2, 3, -1, 0.25f};

                @GraphKernel
                public static Tensor encoded(@TensorType("f32[n, 4, 2]") Tensor x) {
                    return add(x, Tensor.of(TABLE, 4, 2));
                }
            }
            """;

    /** Calls a kernel of a jar that is absent at runtime. */
    private static final String CALLER = """
            package constants;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Caller {
                @GraphKernel
                public static Tensor twice(@TensorType("f32[n, 4, 2]") Tensor x) {
                    return library.Positions.encoded(mul(library.Positions.encoded(x), 2));
                }
            }
            """;

    private static final String TABLES = """
            package constants;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Tables {
                private static final float[] WEIGHT = {
                    0.5f, -0.25f, 1, 0, 2, 0.125f, -1, 0.75f, 0.25f, 1.5f, -0.5f, 1 / 8f
                };
                private static final int[] ORDER = {2, 0, 1};

                /** Elementwise, along the rows and as one number. */
                @GraphKernel
                public static Tensor broadcast(@TensorType("f32[n, 3]") Tensor x) {
                    Tensor scaled = mul(x, Tensor.of(new float[] {1, -2, 0.5f}, 3));
                    return add(scaled, Tensor.of(new float[] {0.25f}, 1, 1));
                }

                @GraphKernel
                public static Tensor unranked(Tensor x) {
                    return exp(mul(x, Tensor.of(new float[] {1, -2, 0.5f}, 3)));
                }

                @GraphKernel
                public static Tensor product(@TensorType("f32[n, 3]") Tensor x) {
                    return reLU(matMul(x, Tensor.of(WEIGHT, 3, 4)));
                }

                /** The same elements with other dims. */
                @GraphKernel
                public static Tensor rows(@TensorType("i32[n]") Tensor indices) {
                    return gather(Tensor.of(WEIGHT, 4, 3), indices, 0);
                }

                @GraphKernel
                public static Tensor columns(@TensorType("f32[n, 3]") Tensor x) {
                    return gather(x, Tensor.of(ORDER, 3), 1);
                }

                @GraphKernel
                public static Tensor table() {
                    return Tensor.of(WEIGHT, 3, 4);
                }

                @GraphKernel
                public static Tensor reduced(@TensorType("f32[n, 3]") Tensor x) {
                    return reduceSum(mul(x, slice(Tensor.of(WEIGHT, 4, 3), new long[] {1, 0}, new long[] {1, 3})), -1, true);
                }

                @GraphKernel
                public static Tensor half(@TensorType("f16[n, 3]") Tensor x) {
                    return add(x, Tensor.of(DType.F16, new float[] {0.1f, 1e-5f, 3}, 3));
                }

                @GraphKernel
                public static Tensor chosen(@TensorType("f32[n, 3]") Tensor x) {
                    return select(Tensor.of(new boolean[] {true, false, true}, 3), x, neg(x));
                }

                @GraphKernel
                public static Tensor joined(@TensorType("f32[1, 3]") Tensor x) {
                    return concat(0, x, Tensor.of(WEIGHT, 4, 3));
                }

                /** Enough launches for an interpreted plan. */
                @GraphKernel
                public static Tensor layers(@TensorType("f32[n, 4]") Tensor x) {
                    Tensor y = x;
                    Tensor bias = Tensor.of(new double[] {0.5, 0, -0.5, 1}, 4);
                    for (int i = 0; i < 30; i++) {
                        y = matMul(softmax(add(y, cast(bias, DType.F32)), -1), Tensor.of(new float[] {
                            1, 0.5f, 0, 0, 0, 1, 0.5f, 0, 0, 0, 1, 0.5f, 0.5f, 0, 0, 1}, 4, 4));
                    }
                    return y;
                }

                @GraphKernel(gradient = true)
                public static Tensor weighed(@TensorType("f32[n, 3]") Tensor x) {
                    return mul(tanh(matMul(x, Tensor.of(WEIGHT, 3, 4))), Tensor.of(new float[] {1, 2, 3, 4}, 4));
                }
            }
            """;

    /** Has a constant that the other class has, too. */
    private static final String AGAIN = """
            package constants;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Again {
                @GraphKernel
                public static Tensor broadcast(@TensorType("f32[n, 3]") Tensor x) {
                    return sub(x, Tensor.of(new float[] {1, -2, 0.5f}, 3));
                }
            }
            """;

    private static final Map<String, String> TEXTS = Map.of("Caller", CALLER, "Tables", TABLES, "Again", AGAIN);

    @BeforeAll
    static void compile() throws IOException {
        Path library = DIRECTORY.resolve("library");
        compile(library, Map.of("Positions", LIBRARY), "jvm", List.of());
        Path jar = DIRECTORY.resolve("library.jar");
        pack(library, jar);
        String path = System.getProperty("java.class.path") + System.getProperty("path.separator") + jar;
        compile(CLASSES, TEXTS, "cpu,cuda,jvm,opencl", List.of("-cp", path));
        compile(INTERPRETED, TEXTS, "jvm", List.of("-cp", path, "-Agraphkernel.inlineLaunchLimit=0", DEBUG));
    }

    private static void compile(Path directory, Map<String, String> texts, String targets, List<String> options) {
        assertThat(KernelCompiler.compile(directory, texts, targets, options))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes.resolve("library"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        }
    }

    @Test
    void equalConstants_areStoredOnce() throws IOException {
        List<ConstantFormat.Entry> entries;
        try (InputStream in = Files.newInputStream(FILE)) {
            entries = ConstantFormat.read(in).entries();
        }
        List<ConstantFormat.Entry> weights =
                entries.stream().filter(entry -> entry.bytes() == 48).toList();
        assertThat(weights)
                .extracting(ConstantFormat.Entry::dims)
                .containsExactlyInAnyOrder(List.of(3L, 4L), List.of(4L, 3L));
        assertThat(weights.get(0).offset()).isEqualTo(weights.get(1).offset());
        assertThat(entries).allMatch(entry -> entry.offset() % ConstantFormat.ALIGNMENT == 0);
    }

    @Test
    void plan_ofManyLaunches_isInterpreted() throws IOException {
        assertThat(Files.readString(CLASSES.resolve("report/constants.Tables/layers/plan.txt")))
                .startsWith("plan layers: interpreted");
    }

    @Test
    void damagedFile_isRejected(@TempDir Path copy) throws IOException, ReflectiveOperationException {
        copy(copy);
        Path file = copy.resolve(CLASSES.relativize(FILE));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        requireRefused(copy, "GK-6341");
        Files.write(file, new byte[] {1, 2, 3});
        requireRefused(copy, "GK-6341");
        Files.delete(file);
        requireRefused(copy, "GK-6340");
    }

    private static void copy(Path target) throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(
                            path -> Files.isRegularFile(path) && !path.startsWith(CLASSES.resolve("cache")))
                    .toList()) {
                Path to = target.resolve(CLASSES.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
    }

    private static void requireRefused(Path classes, String id) throws IOException, ReflectiveOperationException {
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()});
                Tensor x = Tensor.zeros(2, 3);
                Tensor out = Tensor.zeros(2, 4)) {
            var method = loader.loadClass("constants.TablesKernels").getMethod("product", Tensor.class, Tensor.class);
            assertThatThrownBy(() -> method.invoke(null, x, out))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContaining(id)
                    .hasMessageContaining("constants.Tables");
        }
    }

    /** The elements that a class inlines come from the file in the directory of the graphs. */
    @Test
    void damagedLibraryFile_isRejected(@TempDir Path copy) throws IOException {
        Path constants = copy.resolve("library/Positions" + ConstantFormat.SUFFIX);
        Path library = DIRECTORY.resolve("library/library");
        Files.createDirectories(constants.getParent());
        for (String file : List.of("Positions.class", "Positions.gk")) {
            Files.copy(library.resolve(file), constants.resolveSibling(file));
        }
        requireNotInlined(copy, "cannot be read");
        byte[] bytes = Files.readAllBytes(library.resolve(constants.getFileName()));
        bytes[bytes.length - 1] ^= 1;
        Files.write(constants, bytes);
        requireNotInlined(copy, "has another hash");
    }

    private static void requireNotInlined(Path library, String because) {
        String path = System.getProperty("java.class.path") + System.getProperty("path.separator") + library;
        assertThat(KernelCompiler.compile(
                        library.resolve("caller"), Map.of("Caller", CALLER), "jvm", List.of("-cp", path)))
                .filteredOn(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .extracting(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .first()
                .asString()
                .contains("[GK-1206]", "library/Positions.gkc", because);
    }

    /** Runs all plans with observed launches. */
    @Test
    void interpretedPlans_onTheJvm_areRight() throws IOException, InterruptedException {
        new TargetProcess(INTERPRETED, ConstantTensorsProgram.class).onJvm();
    }

    @Test
    @Override
    public void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        PROCESS.onEmulatedCuda(ConstantTensorsProgram.CAPTURES + "=true");
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
