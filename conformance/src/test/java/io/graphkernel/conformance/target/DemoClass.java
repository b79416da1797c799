package io.graphkernel.conformance.target;

import io.graphkernel.processor.MachineTargets;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.target.Target;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.testing.SharedFileManager;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A class with kernels, which is compiled with a further target in the list. */
final class DemoClass {

    private static final String SOURCE = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tensor;

            public final class MyOps {
                @GraphKernel%s
                public static Tensor myOp(
                        @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
                    return mul(sub(x, y), add(x, 2.0));
                }

                @GraphKernel
                public static Tensor product(
                        @TensorType("f32[n, n]") Tensor x, @TensorType("f32[n, n]") Tensor y) {
                    return matMul(x, y);
                }
            }
            """;

    private final Path directory;
    private final Target further;

    /**
     * A class.
     *
     * @param directory where source, class files and report go
     * @param further a target at the end of the list
     */
    DemoClass(Path directory, Target further) {
        this.directory = directory;
        this.further = further;
    }

    /** Compiles it with some targets and further options of the processor; returns the errors. */
    List<String> compile(String targets, String... further) throws IOException {
        return compiled("", targets, further);
    }

    /** As {@link #compile}, each op in a kernel of its own. */
    List<String> compileUnfused(String targets, String... further) throws IOException {
        return compiled("(flags = \"--opt_level=0\")", targets, further);
    }

    private List<String> compiled(String annotation, String targets, String... switches) throws IOException {
        List<Target> allTargets = new ArrayList<>(Targets.ALL);
        allTargets.add(further);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(List.of(
                "-d",
                directory.toString(),
                "-s",
                directory.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Agraphkernel.targets=" + targets,
                "-Agraphkernel.reportDir=" + directory.resolve("report")));
        options.addAll(Arrays.asList(switches));
        var source = new SimpleJavaFileObject(URI.create("string:///MyOps.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return SOURCE.formatted(annotation);
            }
        };
        JavaCompiler.CompilationTask task =
                compiler.getTask(null, SharedFileManager.current(), messages, options, null, List.of(source));
        task.setProcessors(List.of(MachineTargets.processor(allTargets)));
        task.call();
        return messages.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .map(message -> message.getMessage(Locale.ROOT))
                .toList();
    }

    /** Use of a method. */
    interface Use<T> {
        T of(Method method) throws Exception;
    }

    /** A method, through its stub. */
    interface Method {
        Tensor call(Tensor x, Tensor y) throws Exception;
    }

    /** Uses a method in a loader of its own, so that its kernels are loaded again. */
    <T> T use(String name, Use<T> use) throws Exception {
        URL[] classes = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            java.lang.reflect.Method stub =
                    loader.loadClass("demo.MyOpsKernels").getMethod(name, Tensor.class, Tensor.class);
            return use.of((x, y) -> (Tensor) stub.invoke(null, x, y));
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
