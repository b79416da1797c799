package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
     * @param directory directory for classes and report, and for the cache of compiled kernels, shared by its
     *     compilations
     * @param name name of the compilation
     * @param workloads the blocks
     * @param flags graph kernel flags
     * @param targets targets such as {@code cpu,jvm}
     */
    static CompiledBlocks of(Path directory, String name, List<Workload> workloads, String flags, String targets) {
        return of(directory, name, workloads, UnaryOperator.identity(), flags, targets);
    }

    /**
     * Compiles the sources of blocks after a change.
     *
     * @param change of the text of a block
     */
    static CompiledBlocks of(
            Path directory,
            String name,
            List<Workload> workloads,
            UnaryOperator<String> change,
            String flags,
            String targets) {
        assertThat(BlockCompiler.errors(directory, name, workloads, change, flags, targets))
                .as(flags)
                .isEmpty();
        return new CompiledBlocks(directory.resolve(name));
    }

    /** Returns the result of a compilation in a directory. */
    static CompiledBlocks at(Path classes) {
        return new CompiledBlocks(classes);
    }

    /** Returns the report directory of a compilation. */
    static Path report(Path directory, String name) {
        return directory.resolve(name + "-report");
    }

    /** Arguments of a kernel call. */
    static final class Call {
        private final Method method;
        private final Object[] arguments;

        private Call(Method method, Object[] arguments) {
            this.method = method;
            this.arguments = arguments;
        }

        /** The results of a call. */
        List<Tensor> run() {
            return tensors(result());
        }

        private Object result() {
            try {
                return method.invoke(null, arguments);
            } catch (InvocationTargetException e) {
                throw new AssertionError(method.getDeclaringClass().getSimpleName(), e.getCause());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns the tensors in the result of a stub: a tensor, a record of tensors, or nothing. */
    private static List<Tensor> tensors(Object result) {
        if (result == null) {
            return List.of();
        }
        if (result instanceof Tensor tensor) {
            return List.of(tensor);
        }
        return Stream.of(result.getClass().getRecordComponents())
                .map(component -> (Tensor) component(result, component.getName()))
                .toList();
    }

    private static Object component(Object of, String name) {
        try {
            return of.getClass().getMethod(name).invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Host targets of blocks: native kernels, or Java. */
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

        /** A call of a block; its first call decides how it runs. */
        Call call(Workload workload, List<Tensor> operands) {
            return call(workload, workload.method(), arguments(workload, operands));
        }

        private static List<Object> arguments(Workload workload, List<Tensor> operands) {
            List<Object> arguments = new ArrayList<>(operands);
            arguments.addAll(workload.numbers());
            return arguments;
        }

        private Call call(Workload workload, String method, List<Object> arguments) {
            Class<?>[] types = arguments.stream().map(Loaded::type).toArray(Class<?>[]::new);
            try {
                Class<?> kernels = Class.forName(workload.type().getName() + "Kernels", true, loader);
                return new Call(kernels.getMethod(method, types), arguments.toArray());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static Class<?> type(Object argument) {
            return argument instanceof Integer
                    ? int.class
                    : argument instanceof Float ? float.class : argument.getClass();
        }

        /**
         * Runs a block on fresh operands.
         *
         * @return its results, then what it updated
         */
        List<Values> run(Workload workload, Device device) {
            return onHost(() -> {
                List<Tensor> operands = operands(workload, device);
                List<Tensor> results = new ArrayList<>(call(workload, operands).run());
                for (int i = 0; i < operands.size(); i++) {
                    if (workload.operands().get(i).updated()) {
                        results.add(operands.get(i));
                    }
                }
                return results.stream().map(Loaded::values).toList();
            });
        }

        /**
         * Runs a block that has a gradient, and its gradient, on fresh operands.
         *
         * @return the gradients of the operands that have one, for the cotangents of the workload
         */
        List<Values> gradients(Workload workload, Device device) {
            return onHost(() -> {
                List<Object> given = arguments(workload, operands(workload, device));
                Object forward =
                        call(workload, workload.method() + "Forward", given).result();
                List<Object> arguments = new ArrayList<>(List.of(component(forward, "saved")));
                for (Tensor result : tensors(component(forward, "result"))) {
                    Tensor cotangent = workload.cotangent(arguments.size() - 1, result.dimensions());
                    arguments.add(device.isHost() ? cotangent : cotangent.to(device));
                }
                return call(workload, workload.method() + "Gradient", arguments).run().stream()
                        .map(Loaded::values)
                        .toList();
            });
        }

        private static List<Tensor> operands(Workload workload, Device device) {
            List<Tensor> operands = workload.tensors();
            operands.replaceAll(operand -> device.isHost() ? operand : operand.to(device));
            return operands;
        }

        private <T> T onHost(Supplier<T> calls) {
            String before = System.getProperty(DEVICE);
            System.setProperty(DEVICE, host == Host.JVM ? "jvm" : "cpu");
            try {
                return calls.get();
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
