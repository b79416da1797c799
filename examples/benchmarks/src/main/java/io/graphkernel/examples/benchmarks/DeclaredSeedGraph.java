package io.graphkernel.examples.benchmarks;

import io.graphkernel.runtime.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import javax.tools.ToolProvider;

/**
 * {@link BenchmarkOps#seedGraph} with declared shapes, in a stub that makes its launch or as a plan that the run time walks.
 * Which of them is an option of a whole compilation, so that the method is compiled while the benchmark runs.
 */
final class DeclaredSeedGraph implements AutoCloseable {
    private static final String METHODS = """
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.Tensor;

            public final class Declared {
                @GraphKernel
                public static Tensor seedGraph(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
                    Tensor b = pow(mul(x, 2.0), 3.0);
                    return mul(sub(b, y), b);
                }
            }
            """;

    private static final String CALLER = "DeclaredCaller";

    /** Its methods are called as those of any stub, not by reflection. */
    private static final String CALLS = """
            import io.graphkernel.runtime.Tensor;

            public final class DeclaredCaller implements java.util.function.Function<Tensor[], Runnable> {
                @Override
                public Runnable apply(Tensor[] operands) {
                    Tensor x = operands[0];
                    Tensor y = operands[1];
                    Tensor out = operands[2];
                    return () -> DeclaredKernels.seedGraph(x, y, out);
                }
            }
            """;

    private final TemporaryDirectory directory;
    private final URLClassLoader loader;

    /**
     * Compiles it.
     *
     * @param unrolledLaunches the most launches that the stub makes itself
     */
    DeclaredSeedGraph(int unrolledLaunches) throws IOException {
        directory = new TemporaryDirectory("declared-seed-graph");
        Path root = directory.path();
        // The report is written next to the class directory.
        Path classes = Files.createDirectory(root.resolve("classes"));
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, DeclaredSeedGraph.class.getClassLoader());
        String path = System.getProperty("java.class.path");
        String[] arguments = {
            "-d",
            classes.toString(),
            "-classpath",
            path,
            "-processorpath",
            path,
            "-Agraphkernel.targets=cpu",
            "-Agraphkernel.unrolledLaunches=" + unrolledLaunches,
            Files.writeString(root.resolve("Declared.java"), METHODS).toString(),
            Files.writeString(root.resolve(CALLER + ".java"), CALLS).toString()
        };
        // Notes of the processor would be in the middle of a table.
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, null, messages, arguments) != 0) {
            throw new IllegalStateException("javac refuses " + List.of(arguments) + ": " + messages);
        }
    }

    /** A call with a result argument, for as long as this is open. */
    @SuppressWarnings("unchecked")
    Runnable call(Tensor x, Tensor y, Tensor out) throws ReflectiveOperationException {
        Object caller = loader.loadClass(CALLER).getConstructor().newInstance();
        return ((Function<Tensor[], Runnable>) caller).apply(new Tensor[] {x, y, out});
    }

    @Override
    public void close() throws IOException {
        loader.close();
        directory.close();
    }
}
