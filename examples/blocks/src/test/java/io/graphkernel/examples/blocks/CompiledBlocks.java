package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The blocks, compiled once more with other flags, as a user's build does. */
final class CompiledBlocks implements AutoCloseable {
    private static final String DEVICE = "graphkernel.device";

    private final Path classes;
    private final List<URLClassLoader> loaders = new ArrayList<>();

    private CompiledBlocks(Path classes) {
        this.classes = classes;
    }

    /**
     * Compiles the sources of blocks.
     *
     * @param directory for classes and report, and the cache of compiled kernels that compilations of one directory share
     * @param name of the compilation
     * @param workloads the blocks
     * @param flags graph kernel flags
     * @param targets such as {@code cpu,jvm}
     */
    static CompiledBlocks of(Path directory, String name, List<Workload> workloads, String flags, String targets) {
        Path classes = directory.resolve(name);
        String path = System.getProperty("java.class.path");
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-s",
                classes.toString(),
                "-cp",
                path,
                "-processorpath",
                path,
                "-Agraphkernel.flags=" + flags,
                "-Agraphkernel.targets=" + targets,
                "-Agraphkernel.cacheDir=" + directory.resolve("cache"),
                "-Agraphkernel.reportDir=" + report(directory, name));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Path> sources = workloads.stream().map(CompiledBlocks::source).toList();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
            Files.createDirectories(classes);
            compiler.getTask(null, files, diagnostics, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String errors = diagnostics.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::toString)
                .collect(Collectors.joining("\n"));
        assertThat(errors).as(flags).isEmpty();
        return new CompiledBlocks(classes);
    }

    /** What a compilation left in a directory. */
    static CompiledBlocks at(Path classes) {
        return new CompiledBlocks(classes);
    }

    private static Path source(Workload workload) {
        String file = workload.type().getName().replace('.', '/') + ".java";
        return Path.of(System.getProperty("basedir", ""))
                .resolve("src/main/java")
                .resolve(file);
    }

    /** Where the report of a compilation is. */
    static Path report(Path directory, String name) {
        return directory.resolve(name + "-report");
    }

    /** What a kernel is called with. */
    static final class Call {
        private final Method method;
        private final Object[] arguments;

        private Call(Method method, Object[] arguments) {
            this.method = method;
            this.arguments = arguments;
        }

        /** The results of a call. */
        List<Tensor> run() {
            try {
                return tensors(method.invoke(null, arguments));
            } catch (InvocationTargetException e) {
                throw new AssertionError(method.getDeclaringClass().getSimpleName(), e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static List<Tensor> tensors(Object result) throws ReflectiveOperationException {
            if (result == null) {
                return List.of();
            }
            if (result instanceof Tensor tensor) {
                return List.of(tensor);
            }
            List<Tensor> tensors = new ArrayList<>();
            for (RecordComponent component : result.getClass().getRecordComponents()) {
                tensors.add((Tensor) component.getAccessor().invoke(result));
            }
            return tensors;
        }
    }

    /** How blocks run on a processor: as native kernels, or as Java. */
    enum Host {
        CPU,
        JVM
    }

    /** The blocks as native kernels, or as Java methods: which of them they are is decided when they are loaded. */
    Loaded on(Host host) {
        try {
            URLClassLoader loader =
                    new URLClassLoader(new URL[] {classes.toUri().toURL()}, new Parent());
            loaders.add(loader);
            return new Loaded(loader, host);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Knows all classes but the blocks: those of this compilation are wanted. */
    private static final class Parent extends ClassLoader {
        Parent() {
            super(CompiledBlocks.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith(CompiledBlocks.class.getPackageName() + ".")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public URL getResource(String name) {
            return name.contains(CompiledBlocks.class.getPackageName()) ? null : super.getResource(name);
        }
    }

    /** Blocks of one class loader. */
    static final class Loaded {
        private final ClassLoader loader;
        private final Host host;

        private Loaded(ClassLoader loader, Host host) {
            this.loader = loader;
            this.host = host;
        }

        /** A call of a block; its first run decides how it runs. */
        Call call(Workload workload, List<Tensor> operands) {
            List<Object> arguments = new ArrayList<>(operands);
            arguments.addAll(workload.numbers());
            Class<?>[] types = arguments.stream()
                    .map(argument -> argument instanceof Tensor
                            ? Tensor.class
                            : argument instanceof Integer ? int.class : float.class)
                    .toArray(Class<?>[]::new);
            try {
                Class<?> kernels = Class.forName(workload.type().getName() + "Kernels", true, loader);
                return new Call(kernels.getMethod(workload.method(), types), arguments.toArray());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * Runs a block on fresh operands.
         *
         * @return its results, then what it updated
         */
        List<Values> run(Workload workload, Device device) {
            String before = System.getProperty(DEVICE);
            System.setProperty(DEVICE, host == Host.JVM ? "jvm" : "cpu");
            try {
                List<Tensor> operands = workload.tensors();
                operands.replaceAll(operand -> device.isHost() ? operand : operand.to(device));
                List<Tensor> results = new ArrayList<>(call(workload, operands).run());
                for (int i = 0; i < operands.size(); i++) {
                    if (workload.operands().get(i).updated()) {
                        results.add(operands.get(i));
                    }
                }
                return results.stream().map(Loaded::values).toList();
            } finally {
                if (before == null) {
                    System.clearProperty(DEVICE);
                } else {
                    System.setProperty(DEVICE, before);
                }
            }
        }

        private static Values values(Tensor tensor) {
            int[] dims = Arrays.stream(tensor.dimensions())
                    .mapToInt(Math::toIntExact)
                    .toArray();
            float[] elements = tensor.toFloatArray();
            double[] wide = new double[elements.length];
            Arrays.setAll(wide, i -> elements[i]);
            return new Values(dims, wide);
        }
    }

    @Override
    public void close() {
        for (URLClassLoader loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
